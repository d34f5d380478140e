import { Problem } from '@governance/http';
import { type Keyring } from '@governance/keyring';
import { sealOfSecret } from '../connections/ways.store';
import { type IdentityDatabase } from '../database/identity-database';

export const connectionTypes = ['database', 'enterprise'] as const;

export interface NewConnection {
  readonly name: string;
  readonly type: (typeof connectionTypes)[number];
  readonly enabled: boolean;
  /** Of an enterprise connection: the OpenID provider of the organization, and us as its client. */
  readonly upstream?: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
}

/** A way into one organization (spec 2.11). */
export interface Connection extends Omit<NewConnection, 'upstream'> {
  readonly id: string;
  /** Never the secret. */
  readonly upstream?: { readonly issuer: string; readonly clientId: string };
  readonly createdAt: Date;
}

interface ConnectionRow extends Omit<Connection, 'upstream'> {
  readonly issuer: string | null;
  readonly clientId: string | null;
}

const columns = `id, name, type, enabled, created_at AS "createdAt",
  upstream_issuer AS issuer, upstream_client_id AS "clientId"`;

export class ConnectionsStore {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly keyring: Keyring,
  ) {}

  async list(orgId: string): Promise<Connection[]> {
    const rows = await this.database.query<ConnectionRow>(
      `SELECT ${columns} FROM identity.connections WHERE organization_id = $1 ORDER BY id`,
      [orgId],
    );
    return rows.map(connectionOf);
  }

  /** Undefined when there is no such organization. @throws a 409 when the connection is another organization's. */
  async put(orgId: string, id: string, connection: NewConnection): Promise<Connection | undefined> {
    const { name, type, enabled, upstream } = connection;
    const [stored] = await this.database.query<ConnectionRow>(
      `INSERT INTO identity.connections AS known
         (id, organization_id, name, type, enabled, upstream_issuer, upstream_client_id, upstream_client_secret)
       SELECT $2, organizations.id, $3, $4, $5, $6, $7, $8 FROM identity.organizations WHERE organizations.id = $1
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, type = excluded.type, enabled = excluded.enabled,
         upstream_issuer = excluded.upstream_issuer, upstream_client_id = excluded.upstream_client_id,
         upstream_client_secret = excluded.upstream_client_secret
       WHERE known.organization_id = excluded.organization_id
       RETURNING ${columns}`,
      [
        ...[orgId, id, name, type, enabled, upstream?.issuer, upstream?.clientId],
        upstream && this.keyring.seal(upstream.clientSecret, sealOfSecret(id)),
      ],
    );
    if (stored === undefined && (await this.exists(id))) {
      throw new Problem('conflict', 'the connection belongs to another organization');
    }
    return stored && connectionOf(stored);
  }

  /** Nothing happens when the organization has no such connection. */
  async remove(orgId: string, id: string): Promise<void> {
    await this.database.query('DELETE FROM identity.connections WHERE organization_id = $1 AND id = $2', [
      orgId,
      id,
    ]);
  }

  private async exists(id: string): Promise<boolean> {
    return (await this.database.query('SELECT FROM identity.connections WHERE id = $1', [id])).length > 0;
  }
}

function connectionOf({ issuer, clientId, ...connection }: ConnectionRow): Connection {
  return { ...connection, ...(issuer !== null && clientId !== null && { upstream: { issuer, clientId } }) };
}
