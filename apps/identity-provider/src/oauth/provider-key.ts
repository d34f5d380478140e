import { createPublicKey, type KeyObject } from 'node:crypto';
import { ExternalSigningKey } from 'oidc-provider';
import { signEs256 } from '../signing/es256';
import { type SigningKey, signingAlgorithm } from '../signing/signing-key';

/**
 * A signing key as the library takes one that is kept elsewhere: it hands over what is to be signed, and never has the
 * private half. Signing takes a fraction of what the library's own way takes, which goes by another thread.
 */
export class ProviderKey extends ExternalSigningKey {
  readonly #key: SigningKey;

  constructor(key: SigningKey) {
    super();
    this.#key = key;
  }

  override get kid(): string {
    return this.#key.kid;
  }

  override get alg(): string {
    return signingAlgorithm;
  }

  override keyObject(): KeyObject {
    return createPublicKey(this.#key.privateKey);
  }

  override sign(data: Uint8Array): Buffer {
    return signEs256(this.#key.privateKey, data);
  }
}
