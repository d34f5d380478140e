import { type ClientFilter } from '@governance/assessments';
import { type ListPage } from '@governance/iam';
import { type PreparedStatement } from '@governance/postgres';
import { ListConditions } from '../list-conditions';
import { listStart } from '../list-start';
import { clientColumns } from './client-row';
import { clientsWith } from './search-words';

const assessed = 'SELECT client_id FROM org_results WHERE org_id = $1 AND is_latest';

/** The newest result of each client that counts, as the entry of the client shows it. */
const newest = `
  SELECT DISTINCT ON (client_id) client_id, tier, launch_allowed, renew_by FROM org_results
  WHERE org_id = $1 AND is_latest ORDER BY client_id, submitted_at DESC, result_id DESC`;

const withLatest = (condition: string): string =>
  `id IN (SELECT client_id FROM (${newest}) AS newest WHERE ${condition})`;

/** A page of the clients that match. `hashes` are those of the words of the filter. */
export function listedClients(
  orgId: string,
  { limit, after }: ListPage,
  { filter, hashes }: { readonly filter: ClientFilter; readonly hashes: readonly Buffer[] },
): { readonly statement: PreparedStatement; readonly values: readonly unknown[] } {
  const { createdAt, id } = after ?? listStart;
  const { words, isAssessed } = filter;
  const conditions = new ListConditions([orgId, createdAt, id, limit])
    .add(`words${words?.size ?? 0}`, words && hashes, (of) => `id IN (${clientsWith(of, words?.size)})`)
    .add('tag', filter.tag, (of) => `${of} = ANY (tags)`)
    .add('owner', filter.ownerId, (of) => `owner_id = ${of}`)
    .add('archived', filter.isArchived, (of) => `is_archived = ${of}`)
    .add('tier', filter.tier, (of) => withLatest(`tier = ${of}`))
    .add('verdict', filter.launchAllowed, (of) => withLatest(`launch_allowed = ${of}`))
    .add('renew', filter.renewBefore, (of) => withLatest(`renew_by < ${of}`))
    .addIf(isAssessed === true, 'assessed', `id IN (${assessed})`)
    .addIf(isAssessed === false, 'never', `id NOT IN (${assessed})`);
  return {
    statement: {
      name: conditions.nameOf('clients'),
      text: `
        SELECT ${clientColumns} FROM org_clients
        WHERE ${conditions.where('org_id = $1', '(created_at, id) < ($2, $3)')}
        ORDER BY created_at DESC, id DESC LIMIT $4`,
    },
    values: conditions.values,
  };
}
