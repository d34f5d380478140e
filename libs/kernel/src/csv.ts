type Cell = string | number | undefined;

/** Without it, Excel takes a file for one in the code page of the system, and names lose their letters. */
export const byteOrderMark = '\uFEFF';

/** A file for spreadsheets: a table (RFC 4180) in UTF-8, and says so. */
export function csvFile(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + rows.map(csvRow).join('');
}

/** A row of a table (RFC 4180). An undefined value is an empty cell. */
export function csvRow(values: readonly Cell[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/** Marks a cell that a spreadsheet would compute as text, also after spaces and in the wide forms that some take for the others. */
function cell(value: Cell): string {
  const text =
    typeof value === 'string' && /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(value)
      ? `'${value}`
      : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
