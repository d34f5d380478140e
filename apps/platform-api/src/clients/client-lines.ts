import { type OrgClientRequest } from '@governance/assessments';
import { readCsv, type ReadRow, RuleViolation } from '@governance/kernel';
import { type ClientColumn, csvColumns } from './clients-csv';

/** The most lines of one request. A file with more is sent in parts. */
export const mostLines = 500;

/** A line of a file: what it requests, or why it cannot be read. */
export interface FileLine {
  readonly line: number;
  /** As it is written. Empty: the reference decides which client is meant, if it has one. */
  readonly id: string;
  /** Throws `RuleViolation`. */
  readonly request: () => OrgClientRequest;
}

/** The lines of a CSV file below its header, with which column is where. Throws `RuleViolation` for a file that is no table of clients. */
export function linesOf(text: string): readonly FileLine[] {
  const rows = readCsv(text);
  if (rows === undefined)
    throw new RuleViolation('csv must have a quotation mark at both ends of a cell, or none');
  const [head, ...lines] = rows;
  const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  if (!names.every(isColumn))
    throw new RuleViolation(`csv must have no other columns than ${csvColumns.join(', ')}`);
  if (!['name', 'reference', 'id'].some((name) => names.includes(name as ClientColumn)))
    throw new RuleViolation('csv must have a first line that names its columns, name at least');
  if (new Set(names).size < names.length) throw new RuleViolation('csv must name each column once');
  if (lines.length === 0 || lines.length > mostLines)
    throw new RuleViolation(`csv must have 1 to ${mostLines} lines below the names of the columns`);
  return lines.map((row) => lineOf(names, row));
}

function isColumn(name: string): name is ClientColumn {
  return (csvColumns as readonly string[]).includes(name);
}

function lineOf(names: readonly ClientColumn[], { line, cells }: ReadRow): FileLine {
  const entries = names.map((name, index) => [name, (cells[index] ?? '').trim()] as const);
  const row: Partial<Record<ClientColumn, string>> = Object.fromEntries(entries);
  return {
    line,
    id: row.id ?? '',
    request: () => {
      if (cells.length > names.length) throw new RuleViolation('the line has more cells than the first line');
      return requestOf(row);
    },
  };
}

/** An empty cell clears what it names, but the name; a column that the file does not have leaves it. */
function requestOf(row: Partial<Record<ClientColumn, string>>): OrgClientRequest {
  const cleared = (cell: string | undefined): string | null | undefined => (cell === '' ? null : cell);
  return {
    // A client that shows no name stays without one.
    name: row.name === '' ? undefined : row.name,
    contactName: cleared(row.contact_name),
    contactEmail: cleared(row.contact_email),
    reference: cleared(row.reference),
    domain: cleared(row.domain),
    tags: listed(row.tags),
    ownerId: cleared(row.owner_id),
    memberIds: listed(row.member_ids),
    isArchived: row.archived === undefined ? undefined : isArchived(row.archived),
  };
}

/** The texts of a cell, between semicolons. */
function listed(cell: string | undefined): readonly string[] | undefined {
  return cell
    ?.split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function isArchived(cell: string): boolean {
  const text = cell.toLowerCase();
  if (!['true', 'false', ''].includes(text)) throw new RuleViolation('archived must be true or false');
  return text === 'true';
}
