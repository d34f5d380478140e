import { importJWK } from 'jose';
import * as z from 'zod';
import { signatureAlgorithm } from './jws-types';
import { NotGenuine } from './not-genuine';

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

type VerificationKey = Awaited<ReturnType<typeof importJWK>>;

/** The keys of the one issuer that is trusted, as its `jwks.json` has them. */
export class IssuerKeySet {
  readonly #keys: z.infer<typeof keySet>['keys'];

  /** Throws when this is no set of such keys. */
  constructor(jwks: unknown) {
    const result = keySet.safeParse(jwks);
    if (!result.success)
      throw new Error('These are not the keys of an issuer: a JWK set of P-256 keys is needed');
    this.#keys = result.data.keys;
  }

  /** @throws NotGenuine when the issuer has no such key. */
  async find(kid: string): Promise<VerificationKey> {
    const jwk = this.#keys.find((key) => key.kid === kid);
    if (!jwk) throw new NotGenuine('It is signed by a key that the issuer does not have');
    return importJWK(jwk, signatureAlgorithm);
  }
}
