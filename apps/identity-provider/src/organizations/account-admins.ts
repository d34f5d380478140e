import { type RunStatement } from '@governance/postgres';
import { byPassword, isLedToByConnection } from './places.store';

const admins = `FROM identity.memberships JOIN identity.organizations ON organizations.id = organization_id
  JOIN identity.users ON users.id = user_id
  WHERE organization_id = $1 AND role = 'account-admin'`;

/** SQL condition on a user of an organization. */
const canSignIn = `(CASE WHEN users.connection_id IS NULL
  THEN ${byPassword} AND EXISTS (SELECT FROM identity.passwords WHERE passwords.user_id = users.id)
  ELSE ${isLedToByConnection('users.connection_id')} END)`;

/**
 * Holds back other changes of the organization: of its connections, domains, members and invitations. First in its
 * transaction (docs/architecture.md, order of locks), which ends it.
 */
export async function lockOrganization(query: RunStatement, orgId: string): Promise<void> {
  // Of two concurrent changes the second waits and sees the result of the first.
  await query('SELECT FROM identity.organizations WHERE id = $1 FOR NO KEY UPDATE', [orgId]);
}

/** Whether an account admin of the organization can sign in, by password or by a connection other than `lost`. */
export async function canAnAdminSignIn(query: RunStatement, orgId: string, lost?: string): Promise<boolean> {
  const { rows } = await query(
    `SELECT ${admins} AND users.connection_id IS DISTINCT FROM $2 AND ${canSignIn} LIMIT 1`,
    [orgId, lost ?? ''],
  );
  return rows.length > 0;
}

/** Whether the user is the only account admin of the organization, or the only one who can sign in. */
export async function isLastAdmin(query: RunStatement, orgId: string, userId: string): Promise<boolean> {
  const {
    rows: [row],
  } = await query<{ readonly last: boolean | null }>(
    `SELECT bool_or(user_id = $2)
       AND (count(*) = 1 OR (bool_or(user_id = $2 AND able) AND NOT bool_or(user_id <> $2 AND able))) AS last
     FROM (SELECT user_id, ${canSignIn} AS able ${admins}) AS found`,
    [orgId, userId],
  );
  return row?.last === true;
}
