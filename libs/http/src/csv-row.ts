/** A row of a table (RFC 4180). An undefined value is an empty cell. */
export function csvRow(values: readonly (string | number | undefined)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/** Marks a cell that a spreadsheet would compute as text. */
function cell(value: string | number | undefined): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
