import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { type VersionedKey } from './keyring-document';
import { openWith, sealWith, type SealContext } from './sealed-value';

/** The derived keys of one key version: one for each use, derived once and cached. */
export class KeyGeneration {
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly sealsFrom: number;
  readonly #master: KeyObject;
  readonly #sealKey: KeyObject;
  readonly #macKeys = new Map<string, KeyObject>();

  constructor({ version, sealsFrom, key }: VersionedKey) {
    this.version = version;
    this.sealsFrom = sealsFrom === undefined ? 0 : Date.parse(sealsFrom);
    this.#master = key;
    this.#sealKey = derive(key, 'seal');
  }

  seal(plaintext: Uint8Array | string, context: SealContext): Buffer {
    return sealWith({ key: this.#sealKey, version: this.version }, plaintext, context);
  }

  open(sealed: Uint8Array, context: SealContext): Buffer {
    return openWith(this.#sealKey, sealed, context);
  }

  mac(purpose: string, data: Uint8Array | string): Buffer {
    return createHmac('sha256', this.#macKey(purpose)).update(data).digest();
  }

  #macKey(purpose: string): KeyObject {
    const known = this.#macKeys.get(purpose);
    if (known) return known;
    const key = derive(this.#master, `mac ${purpose}`);
    this.#macKeys.set(purpose, key);
    return key;
  }
}

function derive(master: KeyObject, use: string): KeyObject {
  const bytes = hkdfSync('sha256', master, '', `governance keyring 1 ${use}`, 32);
  return createSecretKey(new Uint8Array(bytes));
}
