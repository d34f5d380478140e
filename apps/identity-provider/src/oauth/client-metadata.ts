import { type PublicJwk } from '@governance/iam';
import { type AdapterPayload, type Client } from 'oidc-provider';

/** What of a client's row OAuth looks at. */
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

/** What the library carries along with a client and does not look at. */
export interface MachineFacts {
  readonly orgId: string;
  readonly permissions: readonly string[];
  readonly keyExpiresAt: Date | undefined;
}

/** The one member of a client that is ours. */
export const factsMember = 'machine';

/** A client as the library takes it. Where it wants a secret it gets the hash: see `compareClientSecret`. */
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
      // Stands for `client_secret_post` as well.
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: row.secret_mac.toString('base64url'),
    }),
    ...(row.public_jwk && {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [row.public_jwk] },
    }),
  };
}

/** Of a client that `clientMetadata` described; every other is none of ours. */
export function machineFactsOf(client: Client): MachineFacts {
  const { [factsMember]: facts } = client as Client & { readonly [factsMember]?: MachineFacts };
  if (!facts) throw new Error('a client that is no machine of an organization');
  return facts;
}
