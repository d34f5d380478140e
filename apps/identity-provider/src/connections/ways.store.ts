import { type Keyring, type SealContext } from '@governance/keyring';
import { type Database } from '@governance/postgres';

/** A way into an organization that is open: one of its enabled connections. */
export interface Way {
  /** Undefined of the password of an organization that has no connection at all. */
  readonly id: string | undefined;
  readonly name: string;
  readonly type: 'database' | 'enterprise';
}

/** An enabled connection to the OpenID provider of an organization. */
export interface UpstreamConnection {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface UpstreamRow extends Omit<UpstreamConnection, 'clientSecret'> {
  readonly secret: Buffer;
}

/** Of a connection, in SQL. One of an enterprise leads nowhere until its provider is known. */
export const isOpen = `(connections.enabled AND (connections.type = 'database' OR connections.upstream_issuer IS NOT NULL))`;

const passwordOnly: readonly Way[] = [{ id: undefined, name: 'Email and password', type: 'database' }];

export class WaysStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /** The open ways into an organization, by name. Whoever has no connection, open or not, is entered by password. */
  async of(orgId: string): Promise<readonly Way[]> {
    const { rows } = await this.database.query<Way & { readonly open: boolean }>(
      `SELECT id, name, type, ${isOpen} AS open FROM identity.connections
       WHERE organization_id = $1 ORDER BY name, id`,
      [orgId],
    );
    if (rows.length === 0) return passwordOnly;
    return rows.flatMap(({ open, ...way }) => (open ? [way] : []));
  }

  /** Undefined when there is none, or it is not open. */
  async upstream(connectionId: string): Promise<UpstreamConnection | undefined> {
    const {
      rows: [row],
    } = await this.database.query<UpstreamRow>(
      `SELECT id, organization_id AS "orgId", name, upstream_issuer AS issuer,
         upstream_client_id AS "clientId", upstream_client_secret AS secret
       FROM identity.connections WHERE id = $1 AND type = 'enterprise' AND ${isOpen}`,
      [connectionId],
    );
    if (!row) return undefined;
    const { secret, ...connection } = row;
    const clientSecret = this.keyring.open(secret, sealOfSecret(connection.id)).toString('utf8');
    return { ...connection, clientSecret };
  }
}

export function sealOfSecret(row: string): SealContext {
  return { table: 'identity.connections', column: 'upstream_client_secret', row };
}
