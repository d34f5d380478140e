import { type OrgClient } from '@governance/assessments';
import { csvFile } from '@governance/kernel';
import { ClientResponse } from './client.dto';

/** What an export has of a client: what an import changes, and its times. */
export type ClientColumn = Exclude<keyof ClientResponse, 'latest_result'>;

/** The columns in their order, and the cell of a client in each. An import reads all of them but the two times. */
const columns: Readonly<Record<ClientColumn, (client: ClientResponse) => string | undefined>> = {
  id: (client) => client.id,
  name: (client) => client.name ?? undefined,
  contact_name: (client) => client.contact_name ?? undefined,
  contact_email: (client) => client.contact_email ?? undefined,
  reference: (client) => client.reference ?? undefined,
  domain: (client) => client.domain ?? undefined,
  tags: (client) => client.tags.join('; '),
  owner_id: (client) => client.owner_id ?? undefined,
  member_ids: (client) => client.member_ids.join('; '),
  archived: (client) => String(client.archived),
  created_at: (client) => client.created_at,
  updated_at: (client) => client.updated_at,
};

export const csvColumns = Object.keys(columns) as readonly ClientColumn[];

/** The members of the list, one row for each client. */
export function clientsCsv(clients: readonly OrgClient[]): string {
  const rows = clients.map((entry) => {
    const client = new ClientResponse(entry);
    return Object.values(columns).map((cellOf) => cellOf(client));
  });
  return csvFile([csvColumns, ...rows]);
}
