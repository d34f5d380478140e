import { type InvitedRole } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { randomUUID } from 'node:crypto';
import { isOpen } from '../organizations/ways.store';
import { ConnectionAccountsStore, type UpstreamIdentity } from '../organizations/connection-accounts.store';
import { type Database, type RunStatement } from '@governance/postgres';
import { UsersStore } from '../people/users.store';
import { PasswordsStore } from '../people/passwords.store';
import { lockOrganization } from '../organizations/account-admins';

export type InvitationState = 'open' | 'accepted' | 'replaced' | 'revoked' | 'expired';

/** An invitation, as shown to the holder of its link. */
export interface OpenedInvitation {
  readonly id: string;
  readonly orgId: string;
  readonly orgName: string;
  readonly email: string;
  readonly role: InvitedRole;
  /** The only connection by which it can be accepted. */
  readonly connectionId: string | undefined;
  readonly expiresAt: Date;
  readonly state: InvitationState;
}

/** The user who accepts, as authenticated. */
export interface Acceptance {
  /** Undefined for a new user. */
  readonly userId: string | undefined;
  /** The name of a new user. */
  readonly name: string;
  /** The connection that was used; undefined if the organization has none. */
  readonly connectionId: string | undefined;
  /** A first password, hashed. */
  readonly passwordHash: string | undefined;
  readonly identity: UpstreamIdentity | undefined;
}

interface InvitationRow {
  readonly id: string;
  readonly organization_id: string;
  readonly org_name: string;
  readonly email: Buffer;
  readonly role: InvitedRole;
  readonly connection_id: string | null;
  readonly expires_at: Date;
  readonly state: InvitationState;
}

const columns = `invitations.id, organization_id, organizations.name AS org_name, email, role, connection_id, expires_at,
  CASE WHEN accepted_at IS NOT NULL THEN 'accepted'
    WHEN withdrawn_at IS NOT NULL AND EXISTS (SELECT FROM identity.invitations AS newer
      WHERE newer.organization_id = invitations.organization_id AND newer.email_mac = invitations.email_mac
        AND newer.withdrawn_at IS NULL AND newer.created_at > invitations.created_at) THEN 'replaced'
    WHEN withdrawn_at IS NOT NULL THEN 'revoked'
    WHEN expires_at <= now() THEN 'expired' ELSE 'open' END AS state`;

/** Rolls back the transaction. */
class Outdated extends Error {
  override readonly name = 'Outdated';
}

function confirm(isStillSo: boolean): void {
  if (!isStillSo) throw new Outdated();
}

/** Invitations, from the invitee's side. */
export class AcceptancesStore {
  private readonly users: UsersStore;
  private readonly passwords: PasswordsStore;
  private readonly connectionAccounts: ConnectionAccountsStore;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    this.users = new UsersStore(database, keyring);
    this.passwords = new PasswordsStore(database, keyring);
    this.connectionAccounts = new ConnectionAccountsStore(database, keyring);
  }

  async findByToken(token: string): Promise<OpenedInvitation | undefined> {
    return this.findOn(
      this.database.query,
      'token_mac = ANY($1)',
      this.keyring.macs('invitation-token', token),
    );
  }

  async find(id: string): Promise<OpenedInvitation | undefined> {
    return this.findOn(this.database.query, 'invitations.id = $1', id);
  }

  /**
   * Makes the user a member, once, in one transaction. Returns the account; undefined when the invitation, the sign-in method or the
   * account has changed since the page was shown.
   */
  async accept(id: string, acceptance: Acceptance): Promise<string | undefined> {
    try {
      return await this.acceptOpen(id, acceptance);
    } catch (error) {
      if (error instanceof Outdated) return undefined;
      throw error;
    }
  }

  private acceptOpen(id: string, acceptance: Acceptance): Promise<string> {
    return this.database.inTransaction(async (query) => {
      const {
        rows: [row],
      } = await query<Pick<InvitationRow, 'organization_id'>>(
        'SELECT organization_id FROM identity.invitations WHERE id = $1',
        [id],
      );
      // Of two concurrent calls the second waits and sees the first.
      await lockOrganization(query, row?.organization_id ?? '');
      const invitation = await this.findOn(query, 'invitations.id = $1', id);
      if (invitation?.state !== 'open') throw new Outdated();
      confirm(await isWayOpen(query, invitation, acceptance));
      const userId = await this.settlePerson(query, invitation, acceptance);
      await query(
        `INSERT INTO identity.memberships (organization_id, user_id, role) VALUES ($1, $2, $3)
         ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role`,
        [invitation.orgId, userId, invitation.role],
      );
      await query('UPDATE identity.invitations SET accepted_at = now() WHERE id = $1', [id]);
      return userId;
    });
  }

  /** Returns the account of the sign-in method that was used, updated with the data from the sign-in. */
  private async settlePerson(
    query: RunStatement,
    { email }: OpenedInvitation,
    { userId: known, name, passwordHash, identity }: Acceptance,
  ): Promise<string> {
    if (identity) {
      const settled = await this.connectionAccounts.settle(query, identity, { email, name });
      confirm(known === undefined || known === settled);
      return settled;
    }
    const userId = known ?? `user_${randomUUID()}`;
    confirm(await this.users.settleInvited(query, userId, { email, name }));
    if (passwordHash !== undefined) confirm(await this.passwords.addFirst(query, userId, passwordHash));
    return userId;
  }

  private async findOn(
    query: RunStatement,
    condition: string,
    value: unknown,
  ): Promise<OpenedInvitation | undefined> {
    const {
      rows: [row],
    } = await query<InvitationRow>(
      `SELECT ${columns} FROM identity.invitations JOIN identity.organizations ON organizations.id = organization_id
       WHERE ${condition}`,
      [value],
    );
    if (!row) return undefined;
    const seal = { table: 'identity.invitations', column: 'email', row: row.id };
    return {
      id: row.id,
      orgId: row.organization_id,
      orgName: row.org_name,
      email: this.keyring.open(row.email, seal).toString('utf8'),
      role: row.role,
      connectionId: row.connection_id ?? undefined,
      expiresAt: row.expires_at,
      state: row.state,
    };
  }
}

/** spec 2.10: the connection that the invitee must use, or one of the organization's enabled ones. */
async function isWayOpen(
  query: RunStatement,
  { orgId, connectionId: pinned }: OpenedInvitation,
  { connectionId: used, identity }: Acceptance,
): Promise<boolean> {
  if (pinned !== undefined && pinned !== used) return false;
  const type = identity ? 'enterprise' : 'database';
  const {
    rows: [found],
  } = await query<{ open: boolean }>(
    used === undefined
      ? `SELECT count(*) = 0 AS open FROM identity.connections WHERE organization_id = $1 AND $2::text IS NULL AND $3 = 'database'`
      : `SELECT ${isOpen} AS open FROM identity.connections WHERE organization_id = $1 AND id = $2 AND type = $3`,
    [orgId, used, type],
  );
  return found?.open === true;
}
