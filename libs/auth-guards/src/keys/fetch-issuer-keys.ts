import { isKnownWeak } from '@governance/iam';
import { JwksClient, JwksError, type SigningKey } from 'jwks-rsa';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { fetchJson, type FetchLimits } from './fetch-json';
import { IssuerContradiction } from './issuer-contradiction';
import { type VerificationKey } from './verification-key';

export interface IssuerAddress {
  readonly issuer: string;
  /** The URL of the key set; undefined: use discovery. */
  readonly jwksUri: string | undefined;
}

export interface IssuerKeysFetch extends IssuerAddress {
  /** The time limit for discovery and key set together. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 2_000;
/** Usual key sets have a few kilobytes; with certificate chains, some tens of kilobytes. */
const maxBytes = 256 * 1024;

/**
 * Fetches the issuer's signing keys. Leaves out private and symmetric keys, keys that are not for signatures, keys that are
 * known to be weak, and keys without `kid`. Rejects when the server does not respond in time, and with `IssuerContradiction` when
 * its documents cannot be those of the issuer.
 */
export async function fetchIssuerKeys({
  timeoutMs = defaultTimeoutMs,
  ...address
}: IssuerKeysFetch): Promise<readonly VerificationKey[]> {
  const limits: FetchLimits = { signal: AbortSignal.timeout(timeoutMs), maxBytes };
  const client = new JwksClient({
    // `IssuerKeys` caches: this cache would drop valid keys and fetch again for every unknown `kid`.
    cache: false,
    fetcher: async () => (await fetchJson(await keySetAddress(address, limits), limits)) as { keys: unknown },
  });
  const keys = (await signingKeys(client, address.issuer)).flatMap(toVerificationKey);
  if (keys.length === 0) throw withoutKeys(address.issuer);
  return keys;
}

async function signingKeys(client: JwksClient, issuer: string): Promise<SigningKey[]> {
  try {
    return await client.getSigningKeys();
  } catch (error) {
    // Of this library's own errors, this method throws only those about an empty key set.
    throw error instanceof JwksError ? withoutKeys(issuer) : error;
  }
}

function withoutKeys(issuer: string): IssuerContradiction {
  return new IssuerContradiction(`the key set of the issuer ${issuer} has no usable key`);
}

/**
 * The contradiction, if the issuer has a discovery document about another issuer. Undefined if it has none or does not answer;
 * never rejects.
 */
export async function checkDiscovery(
  issuer: string,
  { timeoutMs = defaultTimeoutMs }: Pick<IssuerKeysFetch, 'timeoutMs'> = {},
): Promise<IssuerContradiction | undefined> {
  try {
    await discover(issuer, { signal: AbortSignal.timeout(timeoutMs), maxBytes });
    return undefined;
  } catch (error) {
    return error instanceof IssuerContradiction ? error : undefined;
  }
}

function toVerificationKey(signingKey: SigningKey): VerificationKey[] {
  // Typed as required, but absent if the key set lacks them.
  const { kid, alg } = signingKey as { readonly kid?: string; readonly alg?: string };
  if (kid === undefined) return [];
  const pem = signingKey.getPublicKey();
  const key = createPublicKey(pem);
  return isWeak(key) ? [] : [{ kid, alg, pem, key }];
}

/** An attacker can compute the private key of a weak key and sign tokens. */
function isWeak(key: KeyObject): boolean {
  const { n } = key.export({ format: 'jwk' });
  return n !== undefined && isKnownWeak(BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`));
}

async function keySetAddress({ issuer, jwksUri }: IssuerAddress, limits: FetchLimits): Promise<string> {
  if (jwksUri !== undefined) return jwksUri;
  const { url, metadata } = await discover(issuer, limits);
  const found = metadata.jwks_uri;
  if (typeof found !== 'string' || !isAsSafe(found, issuer))
    throw new IssuerContradiction(`${url} names no usable jwks_uri`);
  return found;
}

interface Discovery {
  readonly url: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

async function discover(issuer: string, limits: FetchLimits): Promise<Discovery> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const metadata = (await fetchJson(url, limits)) as Readonly<Record<string, unknown>> | null;
  if (metadata?.issuer === issuer) return { url, metadata };
  throw new IssuerContradiction(`${url} is about another issuer than ${issuer}, the accepted one`);
}

/** An issuer with TLS must not refer to keys without TLS. */
function isAsSafe(address: string, issuer: string): boolean {
  return address.startsWith('https://') || (address.startsWith('http://') && issuer.startsWith('http://'));
}
