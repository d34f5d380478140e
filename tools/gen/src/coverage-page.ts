/** A row of docs/specification-coverage.md. `section` is the number of the heading above it. */
export interface CoverageRow {
  readonly section: string;
  readonly paragraph: string;
  readonly promise: string;
  readonly shownBy: string;
}

/** A test that shows a promise: the path of its file and a part of its title. */
export interface TestReference {
  readonly path: string;
  readonly title: string;
}

const heading = /^## (\d+)\. \S/;
const row = /^\| (\d+(?:\.\d+)*) \| ([^|]*) \| ([^|]*) \|$/;
const ceremony = ['', '| § | Promise | Shown by |', '|---|---|---|', '<!-- prettier-ignore-end -->'];

/** The rows below the first heading of a section. Throws on a line that is neither a row nor part of a table's frame. */
export function readCoverage(page: string): CoverageRow[] {
  const lines = page.split('\n');
  const rows: CoverageRow[] = [];
  let section = '';
  for (const line of lines.slice(lines.findIndex((candidate) => heading.test(candidate)))) {
    const [, paragraph = '', promise = '', shownBy = ''] = row.exec(line) ?? [];
    if (paragraph) rows.push({ section, paragraph, promise: promise.trim(), shownBy: shownBy.trim() });
    else if (!ceremony.includes(line)) section = sectionOf(line);
  }
  return rows;
}

function sectionOf(line: string): string {
  const [, section] = heading.exec(line) ?? [];
  if (section === undefined) throw new Error(`this is no row of the page: ${line}`);
  return section;
}

/** The tests that a row names; none for an open row. Throws when it says anything else. */
export function referencesOf({ promise, shownBy }: CoverageRow): TestReference[] {
  if (shownBy === 'open') return [];
  return shownBy.split('<br>').map((reference) => {
    const [, path, title] = /^`(\S+\.(?:spec|e2e)\.ts) › ([^`]*[^`\s])`$/.exec(reference) ?? [];
    if (path === undefined || title === undefined)
      throw new Error(`"${promise}" is shown by neither a test nor "open": ${reference}`);
    return { path, title };
  });
}
