import { importJWK } from 'jose';
import * as z from 'zod';
import { signatureAlgorithm } from './jws-types';
import { CannotCheck, NotGenuine } from './not-genuine';

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

const foreignKey = 'It is signed by a key that does not belong to the issuer';

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
  readonly #imported = new Map<string, ReturnType<typeof importJWK>>();

  /**
   * `source` is 'saved' for keys that were stored earlier: they lack the keys that the issuer has added since.
   * Throws when the value is not a set of such keys.
   */
  constructor(
    jwks: unknown,
    private readonly source: 'issuer' | 'saved' = 'issuer',
  ) {
    const result = keySet.safeParse(jwks);
    if (!result.success) throw new Error('The issuer keys must be a JWK set of P-256 keys');
    this.#keys = result.data.keys;
  }

  /** @throws NotGenuine when it has no such key, or CannotCheck for saved keys. */
  async find(kid: string): ReturnType<typeof importJWK> {
    const imported = this.#imported.get(kid) ?? importJWK(this.publicKey(kid), signatureAlgorithm);
    this.#imported.set(kid, imported);
    return imported;
  }

  /** @throws NotGenuine when it has no such key, or CannotCheck for saved keys. */
  publicKey(kid: string): P256PublicKey {
    const jwk = this.#keys.find((key) => key.kid === kid);
    if (!jwk) throw this.source === 'saved' ? notSaved() : new NotGenuine(foreignKey);
    const { kty, crv, x, y } = jwk;
    return { kty, crv, x, y };
  }
}

function notSaved(): CannotCheck {
  return new CannotCheck(
    'It is signed by a key that is not among the saved keys',
    'the saved keys may be older than the certificate: check it online, or save the keys of the issuer again',
  );
}
