import { importJWK } from 'jose';
import * as z from 'zod';
import { signatureAlgorithm } from './jws-types';
import { UnknownIssuerKey } from './not-genuine';

const keySet = z.object({
  keys: z
    .array(
      z.object({
        kid: z.string(),
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
      }),
    )
    .min(1),
});

/** A public JWK. */
export interface P256PublicKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** The keys of the trusted issuer, from its `jwks.json`. */
export class IssuerKeySet {
  readonly #keys: z.infer<typeof keySet>['keys'];

  /** Throws when the value is not a set of such keys. */
  constructor(jwks: unknown) {
    const result = keySet.safeParse(jwks);
    if (!result.success) throw new Error('The issuer keys must be a JWK set of P-256 keys');
    this.#keys = result.data.keys;
  }

  /** @throws UnknownIssuerKey */
  async find(kid: string): ReturnType<typeof importJWK> {
    return importJWK(this.publicKey(kid), signatureAlgorithm);
  }

  /** @throws UnknownIssuerKey */
  publicKey(kid: string): P256PublicKey {
    const jwk = this.#keys.find((key) => key.kid === kid);
    if (!jwk) throw new UnknownIssuerKey();
    const { kty, crv, x, y } = jwk;
    return { kty, crv, x, y };
  }
}
