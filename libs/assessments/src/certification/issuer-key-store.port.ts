/** The public half of a key that signs credentials, as RFC 7517 has it. `kid` is its address under `.well-known/`. */
export interface IssuerPublicKey {
  readonly kid: string;
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
}

/** Every public key that has ever signed a credential. Keys are added and never removed: certificates last. */
export abstract class IssuerKeyStore {
  /** Adds those that are not there yet. */
  abstract publish(keys: readonly IssuerPublicKey[], at: Date): Promise<void>;

  /** Newest first. */
  abstract all(): Promise<readonly IssuerPublicKey[]>;
}
