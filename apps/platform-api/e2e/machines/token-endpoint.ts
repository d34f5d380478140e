import { callHttp, type HttpAnswer, mintToken } from '@governance/testing';
import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';

/** How a machine authenticates: with its secret, or its P-256 key as PEM. */
export type Proof = { readonly secret: string } | { readonly privatePem: string };

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** A machine's token request. Without a scope it requests all permissions. */
export function askForToken(
  issuer: string,
  clientId: string,
  proof: Proof & { readonly scope?: string | undefined },
): Promise<HttpAnswer> {
  const authentication =
    'secret' in proof
      ? { client_secret: proof.secret }
      : {
          client_assertion_type: assertionType,
          client_assertion: assertionOf(clientId, issuer, proof.privatePem),
        };
  const form = { grant_type: 'client_credentials', client_id: clientId, ...authentication };
  const { scope } = proof;
  const body = scope === undefined ? form : { ...form, scope };
  return callHttp(`${issuer}/token`, { method: 'POST', body: new URLSearchParams(body) });
}

/** Whether a machine gets tokens. @throws when the response is neither a token nor a refusal. */
export async function works(issuer: string, clientId: string, proof: Proof): Promise<boolean> {
  const { status, text } = await askForToken(issuer, clientId, proof);
  if (status === 200) return true;
  if (status === 401 && text.includes('invalid_client')) return false;
  throw new Error(`The token endpoint answered ${status}: ${text}`);
}

/** The signed assertion of a machine (RFC 7523). */
export function assertionOf(clientId: string, issuer: string, privatePem: string): string {
  const privateKey = createPrivateKey(privatePem);
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: clientId, sub: clientId, aud: issuer, jti: randomUUID(), iat: now, exp: now + 60 };
  const key = { alg: 'ES256' as const, kid: '', privateKey, publicKey: createPublicKey(privateKey) };
  return mintToken({ header: { typ: 'JWT', kid: undefined }, claims }, key);
}
