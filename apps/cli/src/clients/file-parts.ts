import { csvFile, readCsv } from '@governance/kernel';
import { CommandError } from '../command-error';

/** The limits of one request of an import. */
const mostLines = 500;
/** Of a body of 100 KiB, with room for the escapes of JSON. */
const mostBytes = 90_000;

/** A part of a file that one request takes, with the line of the file in which each of its rows begins. */
export interface FilePart {
  readonly csv: string;
  readonly lines: readonly number[];
}

/** The parts of a CSV file, each below the first row. @throws CommandError for a file that is no table, or that has a row alone. */
export function partsOf(text: string, file: string): readonly FilePart[] {
  const [head, ...rows] = readCsv(text) ?? [];
  if (head === undefined || rows.length === 0)
    throw new CommandError(
      `${file} is not a CSV file with a first line of names and further lines. Nothing was sent`,
    );
  const parts: FilePart[] = [];
  const sizeOf = (cells: readonly string[]): number => Buffer.byteLength(JSON.stringify(csvFile([cells])));
  let [part, size]: [typeof rows, number] = [[], sizeOf(head.cells)];
  const end = (): void => {
    const csv = csvFile([head.cells, ...part.map(({ cells }) => cells)]);
    parts.push({ csv, lines: part.map(({ line }) => line) });
    [part, size] = [[], sizeOf(head.cells)];
  };
  for (const row of rows) {
    const more = sizeOf(row.cells);
    if (part.length === mostLines || (part.length > 0 && size + more > mostBytes)) end();
    part.push(row);
    size += more;
  }
  end();
  return parts;
}
