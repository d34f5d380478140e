import { createLocalJWKSet } from 'jose';
import { isObject, type Json } from '../network/fetched-json';

/** The algorithms of assertions: none without a signature, and none whose key verifies and signs. */
const signatures = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** The public keys with which an issuer signs. */
export interface IssuerKeySet {
  readonly algorithms: readonly string[];
  readonly kids: ReadonlySet<unknown>;
  readonly keyFor: ReturnType<typeof createLocalJWKSet>;
}

/** @param offered the issuer's `id_token_signing_alg_values_supported`; undefined: any that fits a key. */
export function keySetOf({ keys }: Json, offered?: readonly unknown[]): IssuerKeySet {
  const isPublic = ({ kty }: Json): boolean => ['RSA', 'EC', 'OKP'].includes(String(kty));
  const usable = Array.isArray(keys) ? keys.filter((key): key is Json => isObject(key) && isPublic(key)) : [];
  return {
    algorithms: signatures.filter((name) => offered === undefined || offered.includes(name)),
    kids: new Set(usable.map(({ kid }) => kid)),
    keyFor: createLocalJWKSet({ keys: usable }),
  };
}
