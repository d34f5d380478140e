import { csvRow } from '@governance/kernel';
import stringWidth from 'string-width';
import { plainText } from './plain-text';

export type Cell = string | number | boolean | null | undefined | readonly string[];

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => Cell;
}

/**
 * Aligned columns under their titles. What is wider than the terminal is wrapped between words. If words are too long for that,
 * each row becomes a list of its cells, because a shortened id could not be copied.
 */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width = Infinity): string {
  const titles = columns.map(({ title }) => title.toUpperCase());
  const cells = rows.map((row) => columns.map(({ value }) => plainText(textOf(value(row)))));
  const widths = fittingWidths([titles, ...cells], width);
  if (widths) return [titles, ...cells].map((line) => alignedLines(line, widths)).join('');
  const widest = Math.max(...titles.map((title) => stringWidth(title)));
  const lists = cells.map((line) =>
    line.map((cell, index) => alignedLines([titles[index] ?? '', cell], [widest, Infinity])).join(''),
  );
  return lists.join('\n');
}

const gap = '  ';

/** The widths of the columns; undefined if words are too long for this width. A table of two columns is a list already. */
function fittingWidths(lines: readonly (readonly string[])[], width: number): number[] | undefined {
  const widthsOf = (measure: (cell: string) => number): number[] =>
    (lines[0] ?? []).map((_, index) => Math.max(...lines.map((line) => measure(line[index] ?? ''))));
  const widths = widthsOf((cell) => stringWidth(cell));
  const least = widthsOf((cell) => Math.max(...cell.split(' ').map((word) => stringWidth(word))));
  const excess = (): number =>
    widths.reduce((sum, each) => sum + each, gap.length * (widths.length - 1)) - width;
  while (excess() > 0) {
    const slack = widths.map((each, index) => each - (least[index] ?? 0));
    const widest = slack.indexOf(Math.max(...slack));
    if ((slack[widest] ?? 0) === 0) return widths.length > 2 ? undefined : widths;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
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

/** A row of the table, of as many lines as its cell with the most. */
function alignedLines(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((text, index) => wrapped(text, widths[index] ?? 0));
  const lines = Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, line) => {
    const texts = cells.map((cell) => cell[line] ?? '');
    const padded = texts.map((text, index) =>
      index === texts.length - 1 ? text : text + ' '.repeat((widths[index] ?? 0) - stringWidth(text)),
    );
    return `${padded.join(gap).trimEnd()}\n`;
  });
  return lines.join('');
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  if (stringWidth(text) <= width) return [text];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (stringWidth(last) + 1 + stringWidth(word) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  return Array.isArray(cell) ? cell.join(' ') : String(cell);
}
