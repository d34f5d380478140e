import { KeyGeneration } from './key-generation';
import { parseKeys } from './keyring-document';
import { readKeyringFile } from './keyring-file';
import { KeyringUnusable } from './keyring-unusable';
import { SealBroken } from './seal-broken';
import { sealedVersion, type SealContext } from './sealed-value';

/**
 * Seals values for the database and computes lookup hashes. The newest key version whose time has come seals and hashes;
 * every version opens and matches (ADR 53).
 * Values are sealed with AES-256-GCM and a random nonce: rotate well before 2^32 seals with one version.
 *
 * A purpose is a constant in the calling code, such as `recipient-address`. Its derived key is cached by the process.
 */
export class Keyring {
  /** Newest first. */
  readonly #generations: readonly KeyGeneration[];
  readonly #oldest: KeyGeneration;
  readonly #now: () => number;

  private constructor(generations: readonly KeyGeneration[], now: () => number) {
    const oldest = generations.at(-1);
    if (!oldest) throw new KeyringUnusable('holds no key');
    this.#generations = generations;
    this.#oldest = oldest;
    this.#now = now;
  }

  /** Throws `KeyringUnusable` when the file is missing, damaged, or readable by others. */
  static load(path: string): Keyring {
    try {
      return Keyring.fromJson(readKeyringFile(path).text);
    } catch (error) {
      throw error instanceof KeyringUnusable ? new KeyringUnusable(error.problem, path) : error;
    }
  }

  /** `now` in milliseconds since 1970. */
  static fromJson(text: string, now: () => number = Date.now): Keyring {
    const newestFirst = parseKeys(text).toReversed();
    return new Keyring(
      newestFirst.map((key) => new KeyGeneration(key)),
      now,
    );
  }

  /** The sealed value is 33 bytes longer than the plaintext; a string is sealed as UTF-8. */
  seal(plaintext: Uint8Array | string, context: SealContext): Buffer {
    return this.#sealing.seal(plaintext, context);
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

  /** HMAC-SHA-256, 32 bytes, with the key version that seals, to store in a new row. */
  mac(purpose: string, data: Uint8Array | string): Buffer {
    return this.#sealing.mac(purpose, data);
  }

  /**
   * The hashes of every key version, that of `mac` first, for lookups: rows keep the hash of the version that wrote them.
   */
  macs(purpose: string, data: Uint8Array | string): Buffer[] {
    const sealing = this.#sealing;
    const others = this.#generations.filter((generation) => generation !== sealing);
    return [sealing, ...others].map((generation) => generation.mac(purpose, data));
  }

  /** The same in every process, during a rotation too: for locks, with the oldest key version. Rows store `mac`. */
  macForLock(purpose: string, data: Uint8Array | string): Buffer {
    return this.#oldest.mac(purpose, data);
  }

  get #sealing(): KeyGeneration {
    const now = this.#now();
    return this.#generations.find(({ sealsFrom }) => sealsFrom <= now) ?? this.#oldest;
  }
}
