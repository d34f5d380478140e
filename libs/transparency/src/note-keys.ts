import { base64, bytesOfBase64 } from './base64';
import { sha256 } from './hashes';
import { InvalidNote } from './invalid-note';
import { isKeyName, type NoteSigner, type NoteVerifier } from './signed-note';

/** The kinds of signatures with Ed25519: of a note, and of a checkpoint at a time (C2SP tlog-cosignature v1). */
const kinds = { note: 1, cosignature: 4 } as const;

/** An Ed25519 public key (32 bytes) under its name in notes. */
export interface NamedKey {
  readonly name: string;
  readonly publicKey: Uint8Array;
}

/** An Ed25519 signature (64 bytes) of these bytes. */
export type SignEd25519 = (signed: Uint8Array) => Promise<Uint8Array>;

export type CheckEd25519 = (
  publicKey: Uint8Array,
  signature: { readonly signed: Uint8Array; readonly signature: Uint8Array },
) => Promise<boolean>;

const keyBytes = 32;
const timeBytes = 8;
const signatureBytes = 64;

export function noteSigner(key: NamedKey, sign: SignEd25519): NoteSigner {
  return { name: key.name, id: keyId(key, kinds.note), sign };
}

/** Signs that this is the largest consistent tree of the log that the cosigner has seen at that time, in seconds since 1970. */
export function cosigner(
  key: NamedKey,
  { sign, time }: { readonly sign: SignEd25519; readonly time: number },
): NoteSigner {
  return {
    name: key.name,
    id: keyId(key, kinds.cosignature),
    sign: async (text) => {
      const signature = new Uint8Array(timeBytes + signatureBytes);
      new DataView(signature.buffer).setBigUint64(0, BigInt(time));
      signature.set(await sign(cosignedMessage(text, time)), timeBytes);
      return signature;
    },
  };
}

/** The time of a verified cosignature, in seconds since 1970. */
export function cosignedAt(signature: Uint8Array): number {
  return Number(new DataView(signature.buffer, signature.byteOffset).getBigUint64(0));
}

/** A key as text, for those who verify notes or cosignatures. */
export function verifierKey(key: NamedKey, kind: keyof typeof kinds): string {
  const id = keyId(key, kinds[kind]).toString(16).padStart(8, '0');
  return `${key.name}+${id}+${base64(Uint8Array.of(kinds[kind], ...key.publicKey))}`;
}

/** Verifies notes or cosignatures, as the text of the key says. @throws InvalidNote for another text */
export function noteVerifier(text: string, check: CheckEd25519): NoteVerifier {
  const [name = '', id = '', ...rest] = text.split('+');
  const [type, ...publicKey] = bytesOfBase64(rest.join('+'));
  const key = { name, publicKey: Uint8Array.from(publicKey) };
  const kind = (['note', 'cosignature'] as const).find((each) => kinds[each] === type);
  if (
    kind === undefined ||
    !isKeyName(name) ||
    publicKey.length !== keyBytes ||
    verifierKey(key, kind) !== text
  )
    throw new InvalidNote('This is no key that verifies notes');
  return {
    name,
    id: Number.parseInt(id, 16),
    isSigned: (signed, signature) =>
      kind === 'note' ? isNote(signed, signature) : isCosigned(signed, signature),
  };

  async function isNote(signed: Uint8Array, signature: Uint8Array): Promise<boolean> {
    return signature.length === signatureBytes && check(key.publicKey, { signed, signature });
  }

  async function isCosigned(note: Uint8Array, signature: Uint8Array): Promise<boolean> {
    if (signature.length !== timeBytes + signatureBytes) return false;
    const signed = cosignedMessage(note, cosignedAt(signature));
    return check(key.publicKey, { signed, signature: signature.subarray(timeBytes) });
  }
}

function cosignedMessage(text: Uint8Array, time: number): Uint8Array {
  const header = new TextEncoder().encode(`cosignature/v1\ntime ${time}\n`);
  const message = new Uint8Array(header.length + text.length);
  message.set(header);
  message.set(text, header.length);
  return message;
}

function keyId({ name, publicKey }: NamedKey, type: number): number {
  const hash = sha256(new TextEncoder().encode(`${name}\n`), Uint8Array.of(type), publicKey);
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0);
}
