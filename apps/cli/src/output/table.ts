import { csvRow } from '@governance/kernel';
import stringWidth from 'string-width';
import { plainText } from './plain-text';

export type Cell = string | number | boolean | null | undefined | readonly string[];

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => Cell;
}

/** Aligned columns under their titles, one row a line. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const lines = [
    columns.map(({ title }) => title.toUpperCase()),
    ...rows.map((row) => columns.map(({ value }) => plainText(textOf(value(row))))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => stringWidth(line[index] ?? ''))));
  return lines.map((line) => alignedLine(line, widths)).join('');
}

/** RFC 4180. */
export function csv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const lines = [
    columns.map(({ title }) => title.replaceAll(' ', '_')),
    ...rows.map((row) => columns.map(({ value }) => csvCell(value(row)))),
  ];
  return lines.map(csvRow).join('');
}

function csvCell(cell: Cell): string | number {
  return typeof cell === 'number' ? cell : plainText(textOf(cell));
}

function alignedLine(line: readonly string[], widths: readonly number[]): string {
  const cells = line.map((text, index) => text + ' '.repeat((widths[index] ?? 0) - stringWidth(text)));
  return `${cells.join('  ').trimEnd()}\n`;
}

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  return Array.isArray(cell) ? cell.join(' ') : String(cell);
}
