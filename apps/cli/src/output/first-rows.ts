/** The first rows of a list, at most `limit` of them. No more pages are read than that takes. */
export async function firstRows<Page, Row>(
  pages: AsyncIterable<Page>,
  limit: number,
  rowsOf: (page: Page) => readonly Row[],
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) {
    rows.push(...rowsOf(page));
    if (rows.length >= limit) break;
  }
  return rows.slice(0, limit);
}
