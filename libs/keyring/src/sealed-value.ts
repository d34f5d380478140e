import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

/** The place of a sealed value. It opens only there, so an attacker cannot copy one row's secret to another row. */
export interface SealContext {
  readonly table: string;
  readonly column: string;
  readonly row: string;
}

export interface SealKey {
  readonly version: number;
  readonly key: KeyObject;
}

// A sealed value is: format (1 byte), key version (4), nonce (12), ciphertext, tag (16).
const format = 1;
const headerLength = 5;
const nonceLength = 12;
const tagLength = 16;
const cipher = 'aes-256-gcm';

/** The key version that sealed this value; undefined when these bytes are not a sealed value. */
export function sealedVersion(sealed: Uint8Array): number | undefined {
  if (sealed.length < headerLength + nonceLength + tagLength || sealed[0] !== format) return undefined;
  return view(sealed).readUInt32BE(1);
}

export function sealWith(
  { key, version }: SealKey,
  plaintext: Uint8Array | string,
  context: SealContext,
): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt8(format);
  header.writeUInt32BE(version, 1);
  const nonce = randomBytes(nonceLength);
  const encryption = createCipheriv(cipher, key, nonce, { authTagLength: tagLength });
  encryption.setAAD(associatedData(header, context));
  const text = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext;
  return Buffer.concat([header, nonce, encryption.update(text), encryption.final(), encryption.getAuthTag()]);
}

/** Throws when the value was changed or belongs elsewhere. Call it only after `sealedVersion` has returned the key version. */
export function openWith(key: KeyObject, sealed: Uint8Array, context: SealContext): Buffer {
  const bytes = view(sealed);
  const nonce = bytes.subarray(headerLength, headerLength + nonceLength);
  const decryption = createDecipheriv(cipher, key, nonce, { authTagLength: tagLength });
  decryption.setAAD(associatedData(bytes.subarray(0, headerLength), context));
  decryption.setAuthTag(bytes.subarray(-tagLength));
  const ciphertext = bytes.subarray(headerLength + nonceLength, -tagLength);
  return Buffer.concat([decryption.update(ciphertext), decryption.final()]);
}

/** Each name has a length prefix, so that no two contexts give the same bytes; UTF-16 keeps lone surrogates distinct. */
export function associatedData(header: Uint8Array, { table, column, row }: SealContext): Buffer {
  const names = [table, column, row].flatMap((name) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(name.length);
    return [length, Buffer.from(name, 'utf16le')];
  });
  return Buffer.concat([header, ...names]);
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
