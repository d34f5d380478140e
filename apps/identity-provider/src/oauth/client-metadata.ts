import { isInNetworks, type PublicJwk } from '@governance/iam';
import { type AdapterPayload, type Client } from 'oidc-provider';

/** The columns of a client that OAuth uses. */
export const clientColumns = `id, organization_id, name,
  (SELECT organizations.name FROM identity.organizations WHERE organizations.id = organization_id) AS organization_name,
  permissions, scope, allowed_networks, secret_mac, secret_expires_at,
  public_jwk, key_expires_at, previous_secret_mac, previous_public_jwk,
  CASE WHEN previous_of = rotated_at THEN previous_expires_at END AS previous_expires_at`;

export interface ClientRow {
  readonly id: string;
  readonly organization_id: string;
  readonly organization_name: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly scope: readonly string[];
  readonly allowed_networks: readonly string[] | null;
  readonly secret_mac: Buffer | null;
  readonly public_jwk: PublicJwk | null;
  readonly key_expires_at: Date | null;
  readonly secret_expires_at: Date | null;
  readonly previous_secret_mac: Buffer | null;
  readonly previous_public_jwk: PublicJwk | null;
  /** Of the previous secret or key, which works until then. */
  readonly previous_expires_at: Date | null;
}

/** Our own data in a client, which the library ignores. */
export interface MachineFacts {
  readonly orgId: string;
  readonly orgName: string;
  readonly permissions: readonly string[];
  /** When the secret or key expires. A previous one never works longer. */
  readonly expiresAt: Date | undefined;
  /** The hash of a previous secret that still works. */
  readonly previousSecret: string | undefined;
  /** Undefined: no restriction. */
  readonly allowedNetworks: readonly string[] | undefined;
}

/** The client metadata member that holds our own data. */
export const factsMember = 'machine';

/**
 * A client at a time, in the library's format. The secret's place holds its hash: see `compareClientSecret`. A previous
 * secret or key is part of it only until its overlap ends.
 */
export function clientMetadata(
  row: ClientRow,
  now: Date,
): AdapterPayload & { readonly [factsMember]: MachineFacts } {
  const previous = previousOf(row, now);
  return {
    client_id: row.id,
    client_name: row.name,
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    scope: row.scope.join(' '),
    [factsMember]: {
      orgId: row.organization_id,
      orgName: row.organization_name,
      permissions: row.permissions,
      expiresAt: row.key_expires_at ?? row.secret_expires_at ?? undefined,
      previousSecret: previous.secret,
      allowedNetworks: row.allowed_networks ?? undefined,
    },
    ...(row.secret_mac && {
      // Includes `client_secret_post`.
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: row.secret_mac.toString('base64url'),
    }),
    ...(row.public_jwk && {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [row.public_jwk, ...previous.keys] },
    }),
  };
}

/** The hash of the previous secret, and the previous key, that still work. */
function previousOf(
  { previous_expires_at: end, previous_secret_mac: mac, previous_public_jwk: key }: ClientRow,
  now: Date,
): { readonly secret: string | undefined; readonly keys: readonly PublicJwk[] } {
  if (end === null || end <= now) return { secret: undefined, keys: [] };
  return { secret: mac?.toString('base64url'), keys: key ? [key] : [] };
}

/** Whether a client may authenticate from this address. Only machines are restricted. */
export function isInsideNetworks(client: Client, address: string | undefined): boolean {
  const networks = factsOf(client)?.allowedNetworks;
  return networks === undefined || isInNetworks(networks, address);
}

/** The data that `clientMetadata` added. @throws for any other client. */
export function machineFactsOf(client: Client): MachineFacts {
  const facts = factsOf(client);
  if (!facts) throw new Error('the client is not a machine of an organization');
  return facts;
}

function factsOf(client: Client): MachineFacts | undefined {
  return (client as Client & { readonly [factsMember]?: MachineFacts })[factsMember];
}
