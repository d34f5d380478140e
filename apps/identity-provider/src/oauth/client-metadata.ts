import { type PublicJwk } from '@governance/iam';
import { type AdapterPayload, type Client } from 'oidc-provider';

/** The columns of a client that OAuth uses. */
export const clientColumns =
  'id, organization_id, name, permissions, scope, secret_mac, public_jwk, key_expires_at';

export interface ClientRow {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly scope: readonly string[];
  readonly secret_mac: Buffer | null;
  readonly public_jwk: PublicJwk | null;
  readonly key_expires_at: Date | null;
}

/** Our own data in a client, which the library ignores. */
export interface MachineFacts {
  readonly orgId: string;
  readonly permissions: readonly string[];
  readonly keyExpiresAt: Date | undefined;
}

/** The client metadata member that holds our own data. */
export const factsMember = 'machine';

/** A client in the library's format. The secret's place holds its hash: see `compareClientSecret`. */
export function clientMetadata(row: ClientRow): AdapterPayload & { readonly [factsMember]: MachineFacts } {
  return {
    client_id: row.id,
    client_name: row.name,
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    scope: row.scope.join(' '),
    [factsMember]: {
      orgId: row.organization_id,
      permissions: row.permissions,
      keyExpiresAt: row.key_expires_at ?? undefined,
    },
    ...(row.secret_mac && {
      // Includes `client_secret_post`.
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: row.secret_mac.toString('base64url'),
    }),
    ...(row.public_jwk && {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [row.public_jwk] },
    }),
  };
}

/** The data that `clientMetadata` added. @throws for any other client. */
export function machineFactsOf(client: Client): MachineFacts {
  const { [factsMember]: facts } = client as Client & { readonly [factsMember]?: MachineFacts };
  if (!facts) throw new Error('the client is not a machine of an organization');
  return facts;
}
