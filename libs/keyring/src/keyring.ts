import { KeyGeneration } from './key-generation';
import { parseKeys } from './keyring-document';
import { readKeyringFile } from './keyring-file';
import { KeyringUnusable } from './keyring-unusable';
import { SealBroken } from './seal-broken';
import { sealedVersion, type SealContext } from './sealed-value';

/**
 * Seals values for the database and computes lookup hashes. The newest key version seals and hashes; every version opens.
 * Values are sealed with AES-256-GCM and a random nonce: rotate well before 2^32 seals with one version.
 *
 * A purpose is a constant in the calling code, such as `recipient-address`. Its derived key is cached by the process.
 */
export class Keyring {
  readonly #generations: readonly KeyGeneration[];
  readonly #newest: KeyGeneration;

  private constructor(generations: readonly KeyGeneration[]) {
    const [newest] = generations;
    if (!newest) throw new KeyringUnusable('holds no key');
    this.#generations = generations;
    this.#newest = newest;
  }

  /** Throws `KeyringUnusable` when the file is missing, damaged, or readable by others. */
  static load(path: string): Keyring {
    try {
      return Keyring.fromJson(readKeyringFile(path).text);
    } catch (error) {
      throw error instanceof KeyringUnusable ? new KeyringUnusable(error.problem, path) : error;
    }
  }

  static fromJson(text: string): Keyring {
    const newestFirst = parseKeys(text).toReversed();
    return new Keyring(newestFirst.map((key) => new KeyGeneration(key)));
  }

  /** The sealed value is 33 bytes longer than the plaintext; a string is sealed as UTF-8. */
  seal(plaintext: Uint8Array | string, context: SealContext): Buffer {
    return this.#newest.seal(plaintext, context);
  }

  /** Returns the plaintext. Throws `SealBroken` when the value was changed, belongs elsewhere, or its key is unknown. */
  open(sealed: Uint8Array, context: SealContext): Buffer {
    const column = `${context.table}.${context.column}`;
    const version = sealedVersion(sealed);
    if (version === undefined) throw new SealBroken(column, 'it is not a sealed value');
    const generation = this.#generations.find((candidate) => candidate.version === version);
    if (!generation) throw new SealBroken(column, `the keyring has no key version ${version}`);
    try {
      return generation.open(sealed, context);
    } catch {
      throw new SealBroken(column, 'it was changed, or belongs to another row');
    }
  }

  /** HMAC-SHA-256, 32 bytes, with the newest key version, to store in a new row. */
  mac(purpose: string, data: Uint8Array | string): Buffer {
    return this.#newest.mac(purpose, data);
  }

  /** The hashes of every key version, newest first, for lookups: rows keep the hash of the version that wrote them. */
  macs(purpose: string, data: Uint8Array | string): Buffer[] {
    return this.#generations.map((generation) => generation.mac(purpose, data));
  }
}
