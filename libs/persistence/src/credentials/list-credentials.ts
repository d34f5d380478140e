import { type CredentialFilter, type ListPage } from '@governance/iam';
import { type PreparedStatement } from '@governance/postgres';
import { listStart } from '../list-start';
import { credentialColumns } from './credential-row';

/** The conditions of a filter, with the place of their parameter. */
const conditions: readonly (readonly [name: keyof CredentialFilter, condition: string])[] = [
  ['name', 'strpos(lower(name), lower($)) > 0'],
  ['expiresBefore', 'expires_at < $'],
  ['used', '(last_used_at IS NOT NULL) = $'],
];

/**
 * The statement for a page of an organization's credentials, newest first, from the index. Without a limit it reads all:
 * the quota bounds the list. Each set of conditions has its own statement.
 */
export function listCredentials(
  orgId: string,
  filter: CredentialFilter,
  { limit, after }: Partial<ListPage>,
): { readonly statement: PreparedStatement; readonly values: readonly unknown[] } {
  const { createdAt, id } = after ?? listStart;
  const requested = conditions.filter(([name]) => filter[name] !== undefined);
  const where = requested.map(
    ([, condition], index) => `AND ${condition.replace('$', () => `$${index + 5}`)}`,
  );
  const name = ['list-credentials', ...requested.map(([each]) => each)].join('-');
  const text = `
    SELECT ${credentialColumns} FROM m2m_credentials
    WHERE org_id = $1 AND state = 'active' AND (created_at, id) < ($2, $3) ${where.join(' ')}
    ORDER BY created_at DESC, id DESC LIMIT $4`;
  return {
    statement: { name, text },
    values: [orgId, createdAt, id, limit, ...requested.map(([each]) => filter[each])],
  };
}
