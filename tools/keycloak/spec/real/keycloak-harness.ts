import { issuerProfileOf } from '@governance/iam';
import { KeycloakIdentityProvider } from '@governance/identity-provider-client';
import { type ClientProof, type IdentityProviderHarness, startLossyProxy } from '@governance/iam/spec';
import { createPrivateKey, randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { type TestRealm } from './test-realm';

/** The adapter, connected through a lossy proxy to a real server. */
export async function keycloakHarness(realm: TestRealm): Promise<IdentityProviderHarness> {
  const proxy = await startLossyProxy(realm.serverUrl);
  return {
    provider: new KeycloakIdentityProvider({ ...realm.settings, serverUrl: proxy.origin }),
    profile: issuerProfileOf({ issuer: realm.issuer, claimsNamespace: '' }),
    orgIds: ['org_acme', 'org_globex'],
    manyClients: 101,
    loseOne: (loss, callsBefore) => {
      proxy.wire.loseOne(loss, callsBefore);
    },
    repair: () => proxy.wire.repair(),
    // A server in another process has its own clock. No clause sets it for a provider without expiry and overlap.
    setTime: () => undefined,
    requestToken: async (proof) => {
      const token = await requestToken(realm, proof);
      return token === undefined ? undefined : decodeJwt(token);
    },
    close: () => proxy.close(),
  };
}

/** The access token that a client gets; undefined when it is refused. */
export async function requestToken(
  { issuer }: Pick<TestRealm, 'issuer'>,
  proof: ClientProof,
  more: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const form = { grant_type: 'client_credentials', client_id: proof.clientId, ...more };
  const response = await fetch(`${issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, ...(await authenticationOf(proof, issuer)) }),
  });
  const answer = (await response.json()) as { access_token?: string };
  if (response.status === 200) return answer.access_token;
  if (response.status === 401 || response.status === 400) return undefined;
  throw new Error(`Keycloak answered ${response.status}`);
}

/** The fields of a token request that authenticate a client: its secret, or an assertion (RFC 7523). */
export async function authenticationOf(proof: ClientProof, issuer: string): Promise<Record<string, string>> {
  if ('secret' in proof) return { client_secret: proof.secret };
  const { clientId, algorithm, kid, privatePem } = proof;
  const assertion = await new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: algorithm, ...(kid !== undefined && { kid }) })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(createPrivateKey(privatePem));
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  };
}
