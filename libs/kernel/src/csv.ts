type Cell = string | number | undefined;

/** Without it, Excel takes a file for one in the code page of the system, and names lose their letters. */
export const byteOrderMark = '\uFEFF';

/** What a spreadsheet would compute, also after spaces and in the wide forms that some take for the others. */
const computed = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A file for spreadsheets: a table (RFC 4180) in UTF-8, and says so. */
export function csvFile(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + rows.map(csvRow).join('');
}

/** A row of a table (RFC 4180). An undefined value is an empty cell. */
export function csvRow(values: readonly Cell[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/** Marks a cell that a spreadsheet would compute as text. */
function cell(value: Cell): string {
  const text = typeof value === 'string' && computed.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row that was read, with the line of the file in which it begins, from 1. */
export interface ReadRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The rows of a table (RFC 4180), without empty lines and the marks that `csvRow` makes. Undefined for a text with a misplaced or
 * open quotation mark. Semicolons separate the cells if the first line has no comma: Excel writes them in many countries.
 */
export function readCsv(text: string): readonly ReadRow[] | undefined {
  const cells = cellsIn(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  if (cells === undefined) return undefined;
  const rows: ReadRow[] = [];
  let [line, read, row]: [number, number, string[]] = [1, 1, []];
  for (const { whole, content, isLast } of cells) {
    row.push(content);
    read += whole.match(lineBreak)?.length ?? 0;
    if (!isLast) continue;
    if (row.some((each) => each !== '')) rows.push({ line, cells: row });
    [line, row] = [read, []];
  }
  return rows;
}

const lineBreak = /\r\n|\n|\r/g;

/** A cell with what ends it, and its content. */
interface ReadCell {
  readonly whole: string;
  readonly content: string;
  readonly isLast: boolean;
}

function cellsIn(table: string): readonly ReadCell[] | undefined {
  const separator = separatorIn(table);
  const next = new RegExp(
    String.raw`(?:"([^"]*(?:""[^"]*)*)"|([^"${separator}\r\n]*))(${separator}|\r\n|\n|\r|$)`,
    'y',
  );
  const cells: ReadCell[] = [];
  while (next.lastIndex < table.length || cells.at(-1)?.isLast === false) {
    const found = next.exec(table);
    if (found === null) return undefined;
    const [whole, quoted, plain = '', end] = found;
    const content = unmarked(quoted?.replaceAll('""', '"') ?? plain);
    cells.push({ whole, content, isLast: end !== separator });
  }
  return cells;
}

function separatorIn(table: string): string {
  const [head = ''] = table.split(/[\r\n]/, 1);
  return head.includes(';') && !head.includes(',') ? ';' : ',';
}

function unmarked(text: string): string {
  return text.startsWith("'") && computed.test(text.slice(1)) ? text.slice(1) : text;
}
