import { isKnownWeak } from '@governance/iam';
import { JwksClient, type SigningKey } from 'jwks-rsa';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { fetchJson, type FetchLimits } from './fetch-json';
import { type VerificationKey } from './verification-key';

export interface IssuerAddress {
  readonly issuer: string;
  /** Where the key set is; found by discovery when undefined. */
  readonly jwksUri: string | undefined;
}

export interface IssuerKeysFetch extends IssuerAddress {
  /** For discovery and keys together. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 2_000;
/** A key set of a few kilobytes is usual; one with certificate chains has some dozens. */
const maxBytes = 256 * 1024;

/**
 * The issuer's signing keys, asked for anew. Private and symmetric keys, keys that are not for signatures, keys that
 * are known to be weak and keys without `kid` are left out. Rejects when the server does not answer in time, or with anything else than keys.
 */
export async function fetchIssuerKeys({
  timeoutMs = defaultTimeoutMs,
  ...address
}: IssuerKeysFetch): Promise<readonly VerificationKey[]> {
  const limits: FetchLimits = { signal: AbortSignal.timeout(timeoutMs), maxBytes };
  const client = new JwksClient({
    // What is kept, and for how long, is decided elsewhere: its cache forgets good keys and asks again for every bad `kid`.
    cache: false,
    fetcher: async () => (await fetchJson(await keySetAddress(address, limits), limits)) as { keys: unknown },
  });
  const keys = (await client.getSigningKeys()).flatMap(toVerificationKey);
  if (keys.length === 0) throw new Error('the key set has no key with a kid');
  return keys;
}

function toVerificationKey(signingKey: SigningKey): VerificationKey[] {
  // Its type promises both members; it hands over what the key set has.
  const { kid, alg } = signingKey as { readonly kid?: string; readonly alg?: string };
  if (kid === undefined) return [];
  const pem = signingKey.getPublicKey();
  const key = createPublicKey(pem);
  return isWeak(key) ? [] : [{ kid, alg, pem, key }];
}

/** Others can find the private part of it, and sign tokens. */
function isWeak(key: KeyObject): boolean {
  const { n } = key.export({ format: 'jwk' });
  return n !== undefined && isKnownWeak(BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`));
}

async function keySetAddress({ issuer, jwksUri }: IssuerAddress, limits: FetchLimits): Promise<string> {
  if (jwksUri !== undefined) return jwksUri;
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const metadata = (await fetchJson(url, limits)) as Readonly<Record<string, unknown>> | null;
  if (metadata?.issuer !== issuer) throw new Error(`${url} is about another issuer`);
  const found = metadata.jwks_uri;
  if (typeof found !== 'string' || !isAsSafe(found, issuer))
    throw new Error(`${url} names no usable jwks_uri`);
  return found;
}

/** What the issuer says over TLS must not lead to keys without it. */
function isAsSafe(address: string, issuer: string): boolean {
  return address.startsWith('https://') || (address.startsWith('http://') && issuer.startsWith('http://'));
}
