import { type AcceptedKey } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { randomUUID } from 'node:crypto';
import { secretMac } from './client-secret';
import { type Database } from '@governance/postgres';

export interface KeyAuthentication {
  readonly method: 'key';
  readonly publicKey: AcceptedKey;
  readonly expiresAt: Date | undefined;
}
export interface SecretAuthentication {
  readonly method: 'secret';
  readonly secret: string;
  readonly expiresAt: Date | undefined;
}

export interface NewClient {
  readonly revision: string;
  readonly orgId: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly scope: readonly string[];
  /** Canonical CIDR blocks; undefined: no restriction. */
  readonly allowedNetworks: readonly string[] | undefined;
  readonly authentication: SecretAuthentication | KeyAuthentication;
}

/** `overlapUntil`: the replaced secret or key works until then; undefined: it ends at once. */
interface Replacement extends Pick<NewClient, 'revision'> {
  readonly overlapUntil: Date | undefined;
}

export type SecretChange = Replacement & Omit<SecretAuthentication, 'method'>;
export type KeyChange = Replacement & Omit<KeyAuthentication, 'method'>;
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
  readonly allowedNetworks: readonly string[] | null;
  readonly method: 'secret' | 'key';
  readonly keyThumbprint: string | null;
  readonly keyExpiresAt: Date | null;
  readonly secretExpiresAt: Date | null;
  /** When the previous secret or key expires. */
  readonly previousExpiresAt: Date | null;
  readonly createdAt: Date;
  /** When the secret or key was last set. */
  readonly rotatedAt: Date;
}

const columns = `id AS "clientId", tag, revision, organization_id AS "orgId", name, permissions, scope,
  allowed_networks AS "allowedNetworks",
  CASE WHEN secret_mac IS NULL THEN 'key' ELSE 'secret' END AS method,
  key_thumbprint AS "keyThumbprint", key_expires_at AS "keyExpiresAt", secret_expires_at AS "secretExpiresAt",
  CASE WHEN previous_of = rotated_at THEN previous_expires_at END AS "previousExpiresAt",
  created_at AS "createdAt", rotated_at AS "rotatedAt"`;

/** The columns that authenticate a client: the hash of a secret, or a key. */
const proofColumns = 'secret_mac, secret_expires_at, public_jwk, key_thumbprint, key_expires_at';
const previousColumns = 'previous_secret_mac, previous_public_jwk, previous_expires_at, previous_of';

/**
 * The values of `previousColumns` after a replacement that begins an overlap or none. A repeated replacement keeps them:
 * otherwise the new secret or key would become the previous one. `expiry` names a column, the others parameters.
 */
function previousAfter(replacement: {
  repeated: string;
  overlapUntil: string;
  expiry: string;
  next: string;
}): string {
  const { repeated, overlapUntil, expiry, next } = replacement;
  const after = (kept: string, replaced: string): string =>
    `CASE WHEN ${repeated} THEN ${kept} WHEN ${overlapUntil}::timestamptz IS NOT NULL THEN ${replaced} END`;
  return [
    after('previous_secret_mac', 'secret_mac'),
    after('previous_public_jwk', 'public_jwk'),
    after('previous_expires_at', `least(${overlapUntil}::timestamptz, ${expiry}, ${next}::timestamptz)`),
    `CASE WHEN ${repeated} AND previous_of IS DISTINCT FROM rotated_at THEN NULL ELSE now() END`,
  ].join(', ');
}

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
    const { revision, orgId, name, permissions, scope, allowedNetworks, authentication } = client;
    const proof = this.proofOf(authentication);
    return this.one(
      `INSERT INTO identity.clients (
         id, tag, revision, organization_id, name, permissions, scope, allowed_networks, ${proofColumns})
       SELECT $1, $2, $3, organizations.id, $5, $6, $7, $8, $9, $10, $11, $12, $13
       FROM identity.organizations WHERE organizations.id = $4
       ON CONFLICT (tag) DO UPDATE SET (
           revision, organization_id, name, permissions, scope, allowed_networks, ${proofColumns}, rotated_at) =
         (SELECT excluded.revision, excluded.organization_id, excluded.name, excluded.permissions, excluded.scope,
           excluded.allowed_networks, ${proofColumns.replaceAll(/\w+/g, 'excluded.$&')}, now()),
         (${previousColumns}) = ROW (NULL, NULL, NULL, NULL)
       RETURNING ${columns}`,
      randomUUID(),
      tag,
      revision,
      orgId,
      name,
      permissions,
      scope,
      allowedNetworks,
      ...proof,
    );
  }

  /** Replaces the secret of a client that has one. The old one ends when this resolves, or with the overlap. */
  setSecret(clientId: string, change: SecretChange): Promise<Client | undefined> {
    return this.replace(clientId, change, {
      proof: this.proofOf({ method: 'secret', ...change }),
      present: 'secret_mac IS NOT NULL',
      repeated: 'revision = $2 AND secret_mac = $3',
      expiry: 'secret_expires_at',
    });
  }

  /** Replaces the key of a client that has one, and its expiry. The old one ends when this resolves, or with the overlap. */
  setKey(clientId: string, change: KeyChange): Promise<Client | undefined> {
    return this.replace(clientId, change, {
      proof: this.proofOf({ method: 'key', ...change }),
      present: 'public_jwk IS NOT NULL',
      repeated: 'revision = $2 AND key_thumbprint = $6',
      expiry: 'key_expires_at',
    });
  }

  /** Ends the previous secret or key, if there is one. The current one stays. */
  endOverlap(clientId: string, { revision }: Pick<NewClient, 'revision'>): Promise<Client | undefined> {
    return this.one(
      `UPDATE identity.clients SET revision = $2, (${previousColumns}) = ROW (NULL, NULL, NULL, NULL)
       WHERE id = $1 RETURNING ${columns}`,
      clientId,
      revision,
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

  private replace(
    clientId: string,
    { revision, overlapUntil, expiresAt }: Replacement & { readonly expiresAt: Date | undefined },
    how: { proof: readonly unknown[]; present: string; repeated: string; expiry: string },
  ): Promise<Client | undefined> {
    const previous = previousAfter({ ...how, overlapUntil: '$8', next: '$9' });
    return this.one(
      `UPDATE identity.clients SET revision = $2, (${proofColumns}) = ROW ($3, $4, $5, $6, $7),
         (${previousColumns}) = ROW (${previous}), rotated_at = now()
       WHERE id = $1 AND ${how.present} RETURNING ${columns}`,
      clientId,
      revision,
      ...how.proof,
      overlapUntil,
      expiresAt,
    );
  }

  /** The values of `proofColumns`. */
  private proofOf(authentication: NewClient['authentication']): unknown[] {
    if (authentication.method === 'secret') {
      const { secret, expiresAt } = authentication;
      return [secretMac(this.keyring, secret), expiresAt ?? null, null, null, null];
    }
    const { jwk, thumbprint } = authentication.publicKey;
    return [null, null, JSON.stringify(jwk), thumbprint, authentication.expiresAt ?? null];
  }

  private async one(text: string, ...values: unknown[]): Promise<Client | undefined> {
    const {
      rows: [client],
    } = await this.database.query<Client>(text, values);
    return client;
  }
}
