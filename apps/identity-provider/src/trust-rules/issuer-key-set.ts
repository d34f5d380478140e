import { createLocalJWKSet } from 'jose';
import { type Json } from '../network/fetched-json';
import { signingKeysIn } from '../network/signing-keys';

/** The algorithms of assertions: none without a signature, and none whose key verifies and signs. */
const signatures = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** The public keys with which an issuer signs. */
export interface IssuerKeySet {
  readonly algorithms: readonly string[];
  readonly kids: ReadonlySet<unknown>;
  readonly keyFor: ReturnType<typeof createLocalJWKSet>;
}

/** @param offered the issuer's `id_token_signing_alg_values_supported`; undefined: any that fits a key. */
export function keySetOf(set: Json, offered?: readonly unknown[]): IssuerKeySet {
  const keys = signingKeysIn(set);
  return {
    algorithms: signatures.filter((name) => offered === undefined || offered.includes(name)),
    kids: new Set(keys.map(({ kid }) => kid)),
    keyFor: createLocalJWKSet({ keys }),
  };
}
