import { type UpstreamSecondFactor } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { sealOfSecret, upstreamSecondFactorOf } from './ways.store';
import { type Database, type RunStatement } from '@governance/postgres';
import { canAnAdminSignIn, lockOrganization } from './account-admins';
import { deletePayloads } from '../database/payload-rows';

/** An organization's OpenID provider, and our client there. */
export interface NewUpstream {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly secondFactor?: UpstreamSecondFactor | undefined;
  /** Whether it was set with a second factor of another origin; undefined: by an operator, which counts. */
  readonly isFactorConfirmed?: boolean | undefined;
}

export interface NewConnection {
  readonly name: string;
  readonly type: 'database' | 'enterprise';
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
  /** Of the second factor, as in `NewUpstream`. */
  readonly isFactorConfirmed?: boolean | undefined;
  /** Chosen by the caller and stored with the change. */
  readonly revision?: string | undefined;
}

/** A sign-in method of one organization (spec 2.11). */
export interface Connection extends Omit<NewConnection, 'upstream'> {
  readonly id: string;
  /** Without the secret. The second factor counts since `factorConfirmedAt`; undefined: it does not. */
  readonly upstream?: Omit<NewUpstream, 'clientSecret' | 'isFactorConfirmed'> & {
    readonly factorConfirmedAt?: Date;
  };
  /** Of the last change that had one. */
  readonly revision?: string;
  readonly createdAt: Date;
}

/** A second factor that an upgrade has counted as confirmed, and the platform has not recorded yet. */
export interface ConfirmedFactor {
  /** A UUID. */
  readonly id: string;
  readonly orgId: string;
  readonly connectionId: string;
  readonly confirmedAt: Date;
}

interface ConnectionRow extends Omit<Connection, 'upstream' | 'revision'> {
  readonly revision: string | null;
  readonly issuer: string | null;
  readonly clientId: string | null;
  readonly acrValues: readonly string[];
  readonly amrValues: readonly string[];
  readonly isFactorConfirmed: boolean;
  readonly factorSetAt: Date;
}

const columns = `id, name, type, enabled, revision, created_at AS "createdAt",
  upstream_issuer AS issuer, upstream_client_id AS "clientId",
  upstream_acr_values AS "acrValues", upstream_amr_values AS "amrValues",
  upstream_factor_confirmed AS "isFactorConfirmed", upstream_factor_set_at AS "factorSetAt"`;

/** The connections of an organization while no other change of its account admins happens. */
export interface HeldConnections {
  /** Whether an account admin can sign in, by password or by a connection other than `lost`. */
  canAnAdminSignIn(lost?: string): Promise<boolean>;
  list(): Promise<Connection[]>;
  find(id: string): Promise<Connection | undefined>;
  /** Whether it is one of another organization. */
  belongsElsewhere(id: string): Promise<boolean>;
  /** Creates or replaces it. Undefined when the organization does not exist, or the connection belongs to another one. */
  put(id: string, connection: NewConnection): Promise<Connection | undefined>;
  /** Undefined when the organization has no such connection. */
  change(id: string, change: ConnectionChange): Promise<Connection | undefined>;
  /** Deletes it, if it exists, and the accounts that it asserts, which have no other sign-in method. */
  remove(id: string): Promise<void>;
}

export class ConnectionsStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  async list(orgId: string, query = this.database.query): Promise<Connection[]> {
    const { rows } = await query<ConnectionRow>(
      `SELECT ${columns} FROM identity.connections WHERE organization_id = $1 ORDER BY id`,
      [orgId],
    );
    return rows.map(connectionOf);
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

  /** Of all organizations, at most 100. */
  async confirmedFactors(): Promise<ConfirmedFactor[]> {
    const { rows } = await this.database.query<ConfirmedFactor>(
      `SELECT unrecorded_factor AS id, organization_id AS "orgId", id AS "connectionId",
         upstream_factor_set_at AS "confirmedAt"
       FROM identity.connections WHERE unrecorded_factor IS NOT NULL ORDER BY id LIMIT 100`,
    );
    return rows;
  }

  /** The platform has recorded it. */
  async forgetConfirmedFactor(id: string): Promise<void> {
    await this.database.query(
      'UPDATE identity.connections SET unrecorded_factor = NULL WHERE unrecorded_factor = $1',
      [id],
    );
  }

  /** Lets `work` decide about a change of the organization's connections. Of two concurrent changes the second waits. */
  hold<Result>(orgId: string, work: (connections: HeldConnections) => Promise<Result>): Promise<Result> {
    return this.database.inTransaction(async (query) => {
      await lockOrganization(query, orgId);
      return work({
        canAnAdminSignIn: (lost) => canAnAdminSignIn(query, orgId, lost),
        list: () => this.list(orgId, query),
        find: (id) => this.find(orgId, id, query),
        belongsElsewhere: (id) => belongsElsewhere(query, orgId, id),
        put: (id, connection) => this.store(query, { orgId, id, connection }),
        change: (id, change) => this.change(query, { orgId, id, change }),
        remove: (id) => remove(query, orgId, id),
      });
    });
  }

  private async change(
    query: RunStatement,
    { orgId, id, change }: { readonly orgId: string; readonly id: string; readonly change: ConnectionChange },
  ): Promise<Connection | undefined> {
    const { name, enabled, clientSecret, secondFactor, isFactorConfirmed = true, revision } = change;
    const {
      rows: [changed],
    } = await query<ConnectionRow>(
      `UPDATE identity.connections SET name = coalesce($3, name), enabled = coalesce($4, enabled),
         revision = coalesce($8, revision),
         upstream_client_secret = CASE WHEN upstream_issuer IS NOT NULL THEN coalesce($5, upstream_client_secret) END,
         upstream_acr_values = coalesce($6, upstream_acr_values),
         upstream_amr_values = coalesce($7, upstream_amr_values),
         upstream_factor_confirmed = CASE WHEN $6::text[] IS NULL THEN upstream_factor_confirmed ELSE $9 END,
         upstream_factor_set_at = CASE WHEN $6::text[] IS NULL THEN upstream_factor_set_at ELSE now() END
       WHERE organization_id = $1 AND id = $2 RETURNING ${columns}`,
      [
        orgId,
        id,
        name,
        enabled,
        clientSecret === undefined ? undefined : this.keyring.seal(clientSecret, sealOfSecret(id)),
        ...(secondFactor === undefined ? [undefined, undefined] : factorColumns(secondFactor)),
        revision,
        isFactorConfirmed,
      ],
    );
    return changed && connectionOf(changed);
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
          upstream_acr_values, upstream_amr_values, upstream_factor_confirmed)
       SELECT $2, organizations.id, $3, $4, $5, $6, $7, $8, $9, $10, $11 FROM identity.organizations WHERE organizations.id = $1
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, type = excluded.type, enabled = excluded.enabled,
         upstream_issuer = excluded.upstream_issuer, upstream_client_id = excluded.upstream_client_id,
         upstream_client_secret = excluded.upstream_client_secret,
         upstream_acr_values = excluded.upstream_acr_values, upstream_amr_values = excluded.upstream_amr_values,
         upstream_factor_confirmed = excluded.upstream_factor_confirmed,
         upstream_factor_set_at = CASE
           WHEN known.upstream_acr_values = excluded.upstream_acr_values
             AND known.upstream_amr_values = excluded.upstream_amr_values
             AND known.upstream_factor_confirmed = excluded.upstream_factor_confirmed
           THEN known.upstream_factor_set_at ELSE now() END
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
        upstream?.isFactorConfirmed ?? true,
      ],
    );
    return stored && connectionOf(stored);
  }
}

async function belongsElsewhere(query: RunStatement, orgId: string, id: string): Promise<boolean> {
  const { rows: foreign } = await query(
    'SELECT FROM identity.connections WHERE id = $2 AND organization_id <> $1',
    [orgId, id],
  );
  return foreign.length > 0;
}

async function remove(query: RunStatement, orgId: string, id: string): Promise<void> {
  const { rows: found } = await query(
    'SELECT FROM identity.connections WHERE organization_id = $1 AND id = $2 FOR UPDATE',
    [orgId, id],
  );
  if (found.length > 0) await removeWithAccounts(query, id);
}

async function removeWithAccounts(query: RunStatement, id: string): Promise<void> {
  await query('LOCK TABLE identity.users IN ROW EXCLUSIVE MODE');
  const { rows } = await query<{ id: string }>(
    'SELECT id FROM identity.users WHERE connection_id = $1 ORDER BY id FOR UPDATE',
    [id],
  );
  const accounts = rows.map((row) => row.id);
  for (const table of ['authenticators', 'recovery_codes', 'memberships']) {
    await query(`DELETE FROM identity.${table} WHERE user_id = ANY($1)`, [accounts]);
  }
  await query('DELETE FROM identity.users WHERE id = ANY($1)', [accounts]);
  await query('DELETE FROM identity.connections WHERE id = $1', [id]);
  await query(deletePayloads('account_id = ANY($1)'), [accounts]);
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
  isFactorConfirmed,
  factorSetAt,
  ...row
}: ConnectionRow): Connection {
  const connection = { ...row, ...(revision !== null && { revision }) };
  if (issuer === null || clientId === null) return connection;
  const secondFactor = upstreamSecondFactorOf({ acrValues, amrValues });
  const counts = secondFactor !== undefined && isFactorConfirmed;
  const factor = { ...(secondFactor && { secondFactor }), ...(counts && { factorConfirmedAt: factorSetAt }) };
  return { ...connection, upstream: { issuer, clientId, ...factor } };
}
