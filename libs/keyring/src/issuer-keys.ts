import { type KeyObject } from 'node:crypto';
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
  readonly #privateKey: KeyObject;

  private constructor(text: string) {
    const keys = parseIssuerKeys(text);
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
}
