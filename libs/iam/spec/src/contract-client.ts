import {
  type Caller,
  claimsToCaller,
  type ClientAuthentication,
  formatSecret,
  type KeyAlgorithm,
  type NewClient,
  publicKeyOf,
} from '../../src';
import { randomBytes, randomUUID } from 'node:crypto';
import { type ClientProof, type IdentityProviderHarness } from './identity-provider-harness';
import { makeKeyPair } from './key-pairs';

/** Distributes over the union, unlike TypeScript's `Omit`. */
type WithoutClient<Proof> = Proof extends unknown ? Omit<Proof, 'clientId'> : never;

/** The authentication of a client, and its proof in token requests. */
export interface Grant<Kind extends ClientAuthentication = ClientAuthentication> {
  readonly authentication: Kind;
  readonly proof: WithoutClient<ClientProof>;
}

export type SecretGrant = Grant<Extract<ClientAuthentication, { kind: 'secret' }>>;
export type KeyGrantOf = Grant<Extract<ClientAuthentication, { kind: 'key' }>>;

export function newSecret(): SecretGrant {
  const secret = formatSecret(randomBytes(32));
  return { authentication: { kind: 'secret', secret }, proof: { secret } };
}

export function newKey(algorithm: KeyAlgorithm): KeyGrantOf {
  const { publicPem, privatePem } = makeKeyPair(algorithm);
  const key = publicKeyOf(publicPem);
  return { authentication: { kind: 'key', key, expiresAt: undefined }, proof: { privatePem, algorithm } };
}

/** An algorithm that the provider verifies; the last one, because RSA keys are slow to generate. */
export function anyAlgorithm({ provider }: IdentityProviderHarness): KeyAlgorithm {
  return [...provider.capabilities.keyAlgorithms].at(-1) ?? 'RS256';
}

/** A client of the first organization with two permissions. */
export function newClient(
  { orgIds }: IdentityProviderHarness,
  { authentication }: Grant,
  overrides: Partial<NewClient> = {},
): NewClient {
  return {
    tag: randomUUID(),
    revision: randomUUID(),
    orgId: orgIds[0],
    name: 'Nightly export',
    permissions: new Set(['m2m:credentials:read', 'self:organization:read']),
    allowedNetworks: undefined,
    authentication,
    ...overrides,
  };
}

/** The caller that the guard derives from the client's token; undefined without a token. */
export async function callerOf(
  harness: IdentityProviderHarness,
  clientId: string,
  { proof }: Grant,
): Promise<Caller | undefined> {
  const claims = await harness.requestToken({ clientId, ...proof });
  return claims && claimsToCaller(claims, harness.profile);
}

/** The grants that get a token. */
export async function working(
  harness: IdentityProviderHarness,
  clientId: string,
  grants: readonly Grant[],
): Promise<boolean[]> {
  const callers = await Promise.all(grants.map((grant) => callerOf(harness, clientId, grant)));
  return callers.map((caller) => caller !== undefined);
}

/** Every client that the provider lists with the tag. */
export async function clientsOf({ provider }: IdentityProviderHarness, tag: string): Promise<string[]> {
  const found: string[] = [];
  for await (const client of provider.listClients()) if (client.tag === tag) found.push(client.clientId);
  return found;
}
