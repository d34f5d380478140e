import { type UpstreamSecondFactor } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { type Keyring } from '@governance/keyring';
import { sealOfSecret, upstreamSecondFactorOf } from '../connections/ways.store';
import { type Database, type RunStatement } from '@governance/postgres';
import { randomUUID } from 'node:crypto';
import { canAnAdminSignIn, lockAccountAdmins } from './account-admins';

export const connectionTypes = ['database', 'enterprise'] as const;

/** An organization's OpenID provider, and our client there. */
export interface NewUpstream {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly secondFactor?: UpstreamSecondFactor | undefined;
}

export interface NewConnection {
  readonly name: string;
  readonly type: (typeof connectionTypes)[number];
  readonly enabled: boolean;
  /** Only for an enterprise connection. */
  readonly upstream?: NewUpstream;
}

/** An enterprise connection that an organization's own admin adds. */
export interface AddedConnection extends Pick<NewConnection, 'name' | 'enabled'> {
  readonly id: string;
  readonly upstream: NewUpstream;
}

/** Undefined members stay. */
export interface ConnectionChange {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly clientSecret?: string | undefined;
  /** Null: nothing counts as a second factor. */
  readonly secondFactor?: UpstreamSecondFactor | null | undefined;
  /** Chosen by the caller and stored with the change. */
  readonly revision?: string | undefined;
}

/** A sign-in method of one organization (spec 2.11). */
export interface Connection extends Omit<NewConnection, 'upstream'> {
  readonly id: string;
  /** Without the secret. */
  readonly upstream?: Omit<NewUpstream, 'clientSecret'>;
  /** Of the last change that had one. */
  readonly revision?: string;
  readonly createdAt: Date;
}

interface ConnectionRow extends Omit<Connection, 'upstream' | 'revision'> {
  readonly revision: string | null;
  readonly issuer: string | null;
  readonly clientId: string | null;
  readonly acrValues: readonly string[];
  readonly amrValues: readonly string[];
}

const columns = `id, name, type, enabled, revision, created_at AS "createdAt",
  upstream_issuer AS issuer, upstream_client_id AS "clientId",
  upstream_acr_values AS "acrValues", upstream_amr_values AS "amrValues"`;

export class ConnectionsStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    /** The most enterprise connections that admins of an organization can add. */
    private readonly most: number,
  ) {}

  async list(orgId: string): Promise<Connection[]> {
    const { rows } = await this.database.query<ConnectionRow>(
      `SELECT ${columns} FROM identity.connections WHERE organization_id = $1 ORDER BY id`,
      [orgId],
    );
    return rows.map(connectionOf);
  }

  /**
   * Undefined when the organization does not exist. @throws a 409 when the connection belongs to another organization, or
   * no account admin could sign in afterwards.
   */
  async put(orgId: string, id: string, connection: NewConnection): Promise<Connection | undefined> {
    return this.keepingAnAdmin(orgId, async (query) => {
      const {
        rows: [known],
      } = await query<{ issuer: string | null }>(
        'SELECT upstream_issuer AS issuer FROM identity.connections WHERE id = $1',
        [id],
      );
      const stored = await this.store(query, { orgId, id, connection });
      if (stored === undefined && known) {
        throw foreign();
      }
      // The accounts belong to the previous issuer.
      return { result: stored, lost: known?.issuer === connection.upstream?.issuer ? undefined : id };
    });
  }

  async find(orgId: string, id: string, query = this.database.query): Promise<Connection | undefined> {
    const {
      rows: [row],
    } = await query<ConnectionRow>(
      `SELECT ${columns} FROM identity.connections WHERE organization_id = $1 AND id = $2`,
      [orgId, id],
    );
    return row && connectionOf(row);
  }

  /**
   * Adds an enterprise connection; the password of the organization's members stays. Returns an existing connection of the
   * organization with this id unchanged. Undefined when the organization does not exist. @throws a 409 when the organization has
   * the most connections, or the connection belongs to another one.
   */
  async add(orgId: string, { id, ...connection }: AddedConnection): Promise<Connection | undefined> {
    return this.database.inTransaction(async (query) => {
      await lockAccountAdmins(query, orgId);
      const { rows: known } = await query<ConnectionRow & { readonly own: boolean }>(
        `SELECT ${columns}, organization_id = $1 AS own FROM identity.connections WHERE organization_id = $1 OR id = $2`,
        [orgId, id],
      );
      const same = known.find((row) => row.id === id);
      if (same?.own === false) throw foreign();
      if (same) return this.find(orgId, id, query);
      if (known.filter(({ type }) => type === 'enterprise').length >= this.most) {
        throw new Problem('conflict', 'the organization has the most connections that it may have');
      }
      if (known.length === 0) {
        await this.store(query, { orgId, id: `con_${randomUUID()}`, connection: byPassword });
      }
      return this.store(query, { orgId, id, connection: { ...connection, type: 'enterprise' } });
    });
  }

  /**
   * Undefined when the organization has no such connection. @throws a 400 for a secret or a second factor without a provider,
   * and a 409 when no account admin could sign in afterwards.
   */
  async change(
    orgId: string,
    id: string,
    { name, enabled, clientSecret, secondFactor, revision }: ConnectionChange,
  ): Promise<Connection | undefined> {
    return this.keepingAnAdmin(orgId, async (query) => {
      const {
        rows: [changed],
      } = await query<ConnectionRow>(
        `UPDATE identity.connections SET name = coalesce($3, name), enabled = coalesce($4, enabled),
           revision = coalesce($8, revision),
           upstream_client_secret = CASE WHEN upstream_issuer IS NOT NULL THEN coalesce($5, upstream_client_secret) END,
           upstream_acr_values = coalesce($6, upstream_acr_values),
           upstream_amr_values = coalesce($7, upstream_amr_values)
         WHERE organization_id = $1 AND id = $2 RETURNING ${columns}`,
        [
          orgId,
          id,
          name,
          enabled,
          clientSecret === undefined ? undefined : this.keyring.seal(clientSecret, sealOfSecret(id)),
          ...(secondFactor === undefined ? [undefined, undefined] : factorColumns(secondFactor)),
          revision,
        ],
      );
      if (changed?.issuer === null) checkWithoutProvider({ clientSecret, secondFactor });
      return { result: changed && connectionOf(changed) };
    });
  }

  /**
   * Deletes the connection, if it exists, and the accounts that it asserts, which have no other sign-in method.
   * @throws a 409 when no account admin could sign in afterwards.
   */
  async remove(orgId: string, id: string): Promise<void> {
    await this.keepingAnAdmin(orgId, async (query) => {
      const { rows: found } = await query(
        'SELECT FROM identity.connections WHERE organization_id = $1 AND id = $2 FOR UPDATE',
        [orgId, id],
      );
      if (found.length > 0) await removeWithAccounts(query, id);
      return { result: undefined };
    });
  }

  /** `lost`: the connection whose accounts become unusable by the change. */
  private keepingAnAdmin<Result>(
    orgId: string,
    change: (query: RunStatement) => Promise<{ readonly result: Result; readonly lost?: string | undefined }>,
  ): Promise<Result> {
    return this.database.inTransaction(async (query) => {
      await lockAccountAdmins(query, orgId);
      const hadAdmin = await canAnAdminSignIn(query, orgId);
      const { result, lost } = await change(query);
      if (hadAdmin && !(await canAnAdminSignIn(query, orgId, lost))) {
        throw new Problem('conflict', 'no account admin of the organization could sign in afterwards');
      }
      return result;
    });
  }

  private async store(
    query: RunStatement,
    {
      orgId,
      id,
      connection,
    }: { readonly orgId: string; readonly id: string; readonly connection: NewConnection },
  ): Promise<Connection | undefined> {
    const { name, type, enabled, upstream } = connection;
    const {
      rows: [stored],
    } = await query<ConnectionRow>(
      `INSERT INTO identity.connections AS known
         (id, organization_id, name, type, enabled, upstream_issuer, upstream_client_id, upstream_client_secret,
          upstream_acr_values, upstream_amr_values)
       SELECT $2, organizations.id, $3, $4, $5, $6, $7, $8, $9, $10 FROM identity.organizations WHERE organizations.id = $1
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, type = excluded.type, enabled = excluded.enabled,
         upstream_issuer = excluded.upstream_issuer, upstream_client_id = excluded.upstream_client_id,
         upstream_client_secret = excluded.upstream_client_secret,
         upstream_acr_values = excluded.upstream_acr_values, upstream_amr_values = excluded.upstream_amr_values
       WHERE known.organization_id = excluded.organization_id
       RETURNING ${columns}`,
      [
        orgId,
        id,
        name,
        type,
        enabled,
        upstream?.issuer,
        upstream?.clientId,
        upstream && this.keyring.seal(upstream.clientSecret, sealOfSecret(id)),
        ...factorColumns(upstream?.secondFactor),
      ],
    );
    return stored && connectionOf(stored);
  }
}

/** What an organization without connections uses; its first connection would end that. */
const byPassword: NewConnection = { name: 'Email and password', type: 'database', enabled: true };

function foreign(): Problem {
  return new Problem('conflict', 'the connection belongs to another organization');
}

async function removeWithAccounts(query: RunStatement, id: string): Promise<void> {
  const accounts = 'SELECT id FROM identity.users WHERE connection_id = $1';
  await query(`DELETE FROM identity.payloads WHERE account_id IN (${accounts})`, [id]);
  for (const table of ['memberships', 'authenticators', 'recovery_codes']) {
    await query(`DELETE FROM identity.${table} WHERE user_id IN (${accounts})`, [id]);
  }
  await query('DELETE FROM identity.users WHERE connection_id = $1', [id]);
  await query('DELETE FROM identity.connections WHERE id = $1', [id]);
}

/** A connection without a provider has neither a secret nor a second factor there. */
function checkWithoutProvider({ clientSecret, secondFactor }: ConnectionChange): void {
  if (clientSecret !== undefined) {
    throw new Problem('invalid', 'clientSecret is for connections with a provider');
  }
  if (secondFactor) throw new Problem('invalid', 'secondFactor is for connections with a provider');
}

function factorColumns(
  factor: UpstreamSecondFactor | null | undefined,
): readonly [acrValues: readonly string[], amrValues: readonly string[]] {
  return [factor?.acrValues ?? [], factor?.amrValues ?? []];
}

function connectionOf({
  issuer,
  clientId,
  revision,
  acrValues,
  amrValues,
  ...row
}: ConnectionRow): Connection {
  const connection = { ...row, ...(revision !== null && { revision }) };
  if (issuer === null || clientId === null) return connection;
  const secondFactor = upstreamSecondFactorOf({ acrValues, amrValues });
  return { ...connection, upstream: { issuer, clientId, ...(secondFactor && { secondFactor }) } };
}
