import { type AcceptedKey } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { randomUUID } from 'node:crypto';
import { secretMac } from '../credentials/client-secret';
import { type Database } from '@governance/postgres';

export interface KeyAuthentication {
  readonly method: 'key';
  readonly publicKey: AcceptedKey;
  readonly expiresAt: Date | undefined;
}
export interface SecretAuthentication {
  readonly method: 'secret';
  readonly secret: string;
}

export interface NewClient {
  readonly revision: string;
  readonly orgId: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly scope: readonly string[];
  readonly authentication: SecretAuthentication | KeyAuthentication;
}

export type SecretChange = Pick<NewClient, 'revision'> & Omit<SecretAuthentication, 'method'>;
export type KeyChange = Pick<NewClient, 'revision'> & Omit<KeyAuthentication, 'method'>;
export type NameChange = Pick<NewClient, 'revision' | 'name'>;

/** A client in the management API, without its secret. */
export interface Client {
  readonly clientId: string;
  readonly tag: string;
  readonly revision: string;
  readonly orgId: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly scope: readonly string[];
  readonly method: 'secret' | 'key';
  readonly keyThumbprint: string | null;
  readonly keyExpiresAt: Date | null;
  readonly createdAt: Date;
  /** When the secret or key was last set. */
  readonly rotatedAt: Date;
}

const columns = `id AS "clientId", tag, revision, organization_id AS "orgId", name, permissions, scope,
  CASE WHEN secret_mac IS NULL THEN 'key' ELSE 'secret' END AS method,
  key_thumbprint AS "keyThumbprint", key_expires_at AS "keyExpiresAt",
  created_at AS "createdAt", rotated_at AS "rotatedAt"`;

/** The columns that authenticate a client: the hash of a secret, or a key. */
const proofColumns = 'secret_mac, public_jwk, key_thumbprint, key_expires_at';

/** Machine clients. Each method is one statement and therefore atomic. */
export class ClientsStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  find(clientId: string): Promise<Client | undefined> {
    return this.one(`SELECT ${columns} FROM identity.clients WHERE id = $1`, clientId);
  }

  findByTag(tag: string): Promise<Client | undefined> {
    return this.one(`SELECT ${columns} FROM identity.clients WHERE tag = $1`, tag);
  }

  /** Sorted by tag; at most `limit` clients after `after`. */
  async list(page: {
    readonly orgId?: string | undefined;
    readonly after: string;
    readonly limit: number;
  }): Promise<Client[]> {
    return (
      await this.database.query<Client>(
        `SELECT ${columns} FROM identity.clients
       WHERE tag > $1 AND ($2::text IS NULL OR organization_id = $2) ORDER BY tag LIMIT $3`,
        [page.after, page.orgId, page.limit],
      )
    ).rows;
  }

  /**
   * Creates or replaces the client of a tag; a replaced client keeps its id. Undefined when the organization does not
   * exist.
   */
  put(tag: string, client: NewClient): Promise<Client | undefined> {
    const { revision, orgId, name, permissions, scope, authentication } = client;
    const proof = this.proofOf(authentication);
    return this.one(
      `INSERT INTO identity.clients (id, tag, revision, organization_id, name, permissions, scope, ${proofColumns})
       SELECT $1, $2, $3, organizations.id, $5, $6, $7, $8, $9, $10, $11
       FROM identity.organizations WHERE organizations.id = $4
       ON CONFLICT (tag) DO UPDATE SET (revision, organization_id, name, permissions, scope, ${proofColumns}, rotated_at) =
         (SELECT excluded.revision, excluded.organization_id, excluded.name, excluded.permissions, excluded.scope,
           ${proofColumns.replaceAll(/\w+/g, 'excluded.$&')}, now())
       RETURNING ${columns}`,
      randomUUID(),
      tag,
      revision,
      orgId,
      name,
      permissions,
      scope,
      ...proof,
    );
  }

  /** Replaces the secret of a client that has one. The old one is no longer valid when this resolves. */
  setSecret(clientId: string, { revision, secret }: SecretChange): Promise<Client | undefined> {
    return this.one(
      `UPDATE identity.clients SET revision = $2, secret_mac = $3, rotated_at = now()
       WHERE id = $1 AND secret_mac IS NOT NULL RETURNING ${columns}`,
      clientId,
      revision,
      secretMac(this.keyring, secret),
    );
  }

  /** Replaces the key of a client that has one, and its expiry. The old one is no longer valid when this resolves. */
  setKey(clientId: string, { revision, publicKey, expiresAt }: KeyChange): Promise<Client | undefined> {
    const proof = this.proofOf({ method: 'key', publicKey, expiresAt });
    return this.one(
      `UPDATE identity.clients SET revision = $2, (${proofColumns}) = ROW ($3, $4, $5, $6), rotated_at = now()
       WHERE id = $1 AND public_jwk IS NOT NULL RETURNING ${columns}`,
      clientId,
      revision,
      ...proof,
    );
  }

  rename(clientId: string, { revision, name }: NameChange): Promise<Client | undefined> {
    return this.one(
      `UPDATE identity.clients SET revision = $2, name = $3 WHERE id = $1 RETURNING ${columns}`,
      clientId,
      revision,
      name,
    );
  }

  /** Deletes the client if it exists. It gets no further tokens when this resolves. */
  async delete(clientId: string): Promise<void> {
    await this.database.query('DELETE FROM identity.clients WHERE id = $1', [clientId]);
  }

  /** The values of `proofColumns`. */
  private proofOf(authentication: NewClient['authentication']): unknown[] {
    if (authentication.method === 'secret') {
      return [secretMac(this.keyring, authentication.secret), null, null, null];
    }
    const { jwk, thumbprint } = authentication.publicKey;
    return [null, JSON.stringify(jwk), thumbprint, authentication.expiresAt ?? null];
  }

  private async one(text: string, ...values: unknown[]): Promise<Client | undefined> {
    const {
      rows: [client],
    } = await this.database.query<Client>(text, values);
    return client;
  }
}
