import { type PlatformClient } from '@governance/client';
import { readCsv } from '@governance/kernel';
import { FormRefused } from '../form-problem';

const field = 'named';
const mostShown = 5;

/**
 * The ids of the clients that a person has named, by their references or ids. Reads the clients until all are found.
 * @throws FormRefused for a name that no client has
 */
export async function namedClients(client: PlatformClient, text: string): Promise<readonly string[]> {
  const missing = new Set(namesIn(text));
  const ids: string[] = [];
  if (missing.size === 0)
    throw FormRefused.at(field, 'Enter a reference in each line, or choose all clients that match.');
  for await (const { clients } of client.pages('/org/clients', { query: { limit: 200 } })) {
    for (const { id, reference } of clients) {
      const isNamed = [missing.delete(id), reference !== null && missing.delete(reference)].includes(true);
      if (isNamed) ids.push(id);
    }
    if (missing.size === 0) return ids;
  }
  const shown = Array.from(missing, (name) => `“${name}”`).slice(0, mostShown);
  const more = missing.size > mostShown ? ` and ${missing.size - mostShown} others` : '';
  throw FormRefused.at(field, `No client has the reference ${shown.join(', ')}${more}.`);
}

/** One in each line: that of the column `id` or `reference`, if the first line names one, else the first cell. */
export function namesIn(text: string): readonly string[] {
  const rows = readCsv(text);
  if (rows === undefined) throw FormRefused.at(field, 'A line has a quotation mark at one end only.');
  const lines = rows.map(({ cells }) => cells.map((cell) => cell.trim()));
  const head = (lines[0] ?? []).map((cell) => cell.toLowerCase());
  const column = ['id', 'reference'].map((name) => head.indexOf(name)).find((index) => index >= 0);
  const named = column === undefined ? lines : lines.slice(1);
  return named.map((cells) => cells[column ?? 0] ?? '').filter((name) => name !== '');
}
