/** The public half of a signing key, as in RFC 7517. `kid` is its URL under `.well-known/`. */
export interface IssuerPublicKey {
  readonly kid: string;
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
}

/** Every public key that has ever signed a credential. Keys are never removed, because certificates do not expire. */
export abstract class IssuerKeyStore {
  /** Adds the keys that are missing. */
  abstract publish(keys: readonly IssuerPublicKey[], at: Date): Promise<void>;

  /** Newest first. */
  abstract all(): Promise<readonly IssuerPublicKey[]>;
}
