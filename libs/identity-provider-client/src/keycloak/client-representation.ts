import {
  type AcceptedKey,
  type ClientAuthentication,
  type NewClient,
  type Permission,
  type ProviderClient,
} from '@governance/iam';
import * as z from 'zod';

export type Representation = Readonly<Record<string, unknown>>;

const revisionAttribute = 'governance.revision';

/** A client as Keycloak returns it, as far as it is used. It has the secret too, which is dropped here. */
export const clientRepresentation = z.object({
  id: z.string(),
  clientId: z.string(),
  attributes: z.record(z.string(), z.unknown()).optional(),
});

/**
 * The client of a tag, undefined for a client that this deployment has not created. Its own clients have the tag as Keycloak's
 * internal id and, after the prefix, as client id.
 */
export function ownClient(
  { id, clientId, attributes = {} }: z.output<typeof clientRepresentation>,
  prefix: string,
): ProviderClient | undefined {
  const revision = attributes[revisionAttribute];
  if (clientId !== prefix + id || typeof revision !== 'string') return undefined;
  return { clientId, tag: id, revision };
}

/** The members of a change. Keycloak keeps the others, and the attributes that are not named. */
export function changeOf(revision: string, members: Representation = {}): Representation {
  const { attributes = {}, ...others } = members;
  return { ...others, attributes: { ...(attributes as Representation), [revisionAttribute]: revision } };
}

/** The members of a secret or key. Only the authenticator of the type is asked. */
export function authenticationMembers(authentication: ClientAuthentication): Representation {
  return authentication.kind === 'secret'
    ? { clientAuthenticatorType: 'client-secret', secret: authentication.secret }
    : { clientAuthenticatorType: 'client-jwt', attributes: keyAttributes(authentication.key) };
}

/**
 * A key set of one key. Keycloak refuses an assertion with an unknown `kid`, so the key is stored with one. For an assertion
 * without a `kid` it looks for a key of the algorithm, so a key of two algorithms is stored twice.
 */
function keyAttributes({ algorithms, jwk, thumbprint }: AcceptedKey): Representation {
  const keys = algorithms.map((alg) => ({ ...jwk, kid: thumbprint, use: 'sig', alg }));
  return { 'use.jwks.string': 'true', 'jwks.string': JSON.stringify({ keys }) };
}

export function newRepresentation(client: NewClient, clientId: string, audience: string): Representation {
  const { tag, revision, orgId, name, permissions, authentication } = client;
  const members = changeOf(revision, authenticationMembers(authentication));
  return machineRepresentation({ id: tag, clientId, orgId, name, permissions, audience }, members);
}

interface Machine {
  /** Keycloak's internal id. */
  readonly id: string;
  readonly clientId: string;
  readonly orgId: string;
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Of its tokens. */
  readonly audience: string;
}

/** A machine that can only ask for tokens of its own, with the claims of ADR 7. `authentication` says how it does. */
export function machineRepresentation(
  { id, clientId, orgId, name, permissions, audience }: Machine,
  authentication: Representation,
): Representation {
  const { attributes, ...members } = authentication;
  return {
    ...members,
    id,
    clientId,
    name,
    enabled: true,
    protocol: 'openid-connect',
    publicClient: false,
    bearerOnly: false,
    serviceAccountsEnabled: true,
    standardFlowEnabled: false,
    implicitFlowEnabled: false,
    directAccessGrantsEnabled: false,
    // Otherwise its tokens would have every role of its service account.
    fullScopeAllowed: false,
    attributes: { ...(attributes as Representation), 'access.token.header.type.rfc9068': 'true' },
    defaultClientScopes: ['basic'],
    optionalClientScopes: [],
    protocolMappers: [
      hardcoded('org_id', orgId),
      hardcoded('gty', 'client-credentials'),
      hardcoded('permissions', JSON.stringify([...permissions]), 'JSON'),
      mapper('audience', 'oidc-audience-mapper', { 'included.custom.audience': audience }),
    ],
  };
}

function hardcoded(claim: string, value: string, type: 'String' | 'JSON' = 'String'): Representation {
  return mapper(claim, 'oidc-hardcoded-claim-mapper', {
    'claim.name': claim,
    'claim.value': value,
    'jsonType.label': type,
  });
}

function mapper(
  name: string,
  protocolMapper: string,
  config: Readonly<Record<string, string>>,
): Representation {
  const tokens = { 'access.token.claim': 'true', 'id.token.claim': 'false', 'userinfo.token.claim': 'false' };
  return { name, protocol: 'openid-connect', protocolMapper, config: { ...config, ...tokens } };
}
