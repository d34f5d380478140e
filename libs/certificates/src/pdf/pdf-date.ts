/** The text of a date in a PDF, in UTC with seconds, as in the metadata. */
export function pdfDate(date: Date): string {
  return `D:${date.toISOString().replace(/[-:T]|\.\d+Z$/g, '')}Z`;
}
