import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type IssuerPublicJwk, parseIssuerKeys, thumbprintOf } from './issuer-keys-document';
import { IssuerKeysUnusable } from './issuer-keys-unusable';
import { readKeyringFile } from './keyring-file';
import { KeyringUnusable } from './keyring-unusable';

export const issuerKeysCommand = 'issuer-keys';

/** The keys that sign certificate credentials: the newest signs, older ones are only published. Only a worker may have the file. */
export class IssuerKeys {
  readonly thumbprint: string;
  /** Every key of the file, oldest first; the last one signs. */
  readonly published: readonly (IssuerPublicJwk & { readonly thumbprint: string })[];
  /** The X.509 certificate of the key that signs, in DER. Undefined in a file of an earlier release. */
  readonly certificate: Buffer | undefined;
  /** When the key that signs was made. */
  readonly createdAt: Date;
  /** Keys that signed before the certificate log began, by their thumbprints. What they signed may be in no log. */
  readonly thumbprintsBeforeLog: readonly string[];
  readonly #privateKey: KeyObject;
  readonly #logKey: KeyObject;

  private constructor(text: string) {
    const { keys, logKey } = parseIssuerKeys(text);
    if (!logKey)
      throw new KeyringUnusable(
        `lacks the key of the certificate log: \`npm run operate -- ${issuerKeysCommand} init\` adds it`,
      );
    this.#logKey = logKey.privateKey;
    this.thumbprintsBeforeLog = keys
      .filter(({ createdAt }) => createdAt < logKey.createdAt)
      .map(({ publicJwk }) => thumbprintOf(publicJwk));
    const newest = keys.at(-1);
    if (newest?.privateKey === undefined) throw new KeyringUnusable('holds no key that signs');
    this.#privateKey = newest.privateKey;
    this.certificate = newest.certificate;
    this.createdAt = new Date(newest.createdAt);
    this.thumbprint = thumbprintOf(newest.publicJwk);
    this.published = keys.map(({ publicJwk }) => ({ ...publicJwk, thumbprint: thumbprintOf(publicJwk) }));
  }

  /** Throws `IssuerKeysUnusable` when the file is missing, damaged, or readable by others. */
  static load(path: string): IssuerKeys {
    try {
      return new IssuerKeys(readKeyringFile(path, issuerKeysCommand).text);
    } catch (error) {
      throw error instanceof KeyringUnusable ? new IssuerKeysUnusable(error.problem, path) : error;
    }
  }

  get privateKey(): KeyObject {
    return this.#privateKey;
  }

  /** The Ed25519 key of the certificate log: 32 bytes. */
  get logPublicKey(): Uint8Array {
    const { x = '' } = createPublicKey(this.#logKey).export({ format: 'jwk' });
    return Uint8Array.from(Buffer.from(x, 'base64url'));
  }

  /** Signs with the key of the certificate log. */
  signForLog(bytes: Uint8Array): Uint8Array {
    return sign(null, bytes, this.#logKey);
  }
}
