import { base64, bytesOfBase64 } from './base64';
import { InvalidNote, UnsignedNote } from './invalid-note';

/** Names a key with its kind of signature. The id is short: it selects the key, and proves nothing. */
export interface NoteKey {
  readonly name: string;
  readonly id: number;
}

export interface NoteSigner extends NoteKey {
  /** The bytes that follow the id of the key in the signature. */
  sign(text: Uint8Array): Promise<Uint8Array>;
}

export interface NoteVerifier extends NoteKey {
  isSigned(text: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

export interface NoteSignature extends NoteKey {
  readonly signature: Uint8Array;
}

/** A note (C2SP signed-note) and those of its signatures that were verified. */
export interface OpenedNote {
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

const longestNote = 1_000_000;
const mostSignatures = 100;
const idBytes = 4;
const signatureLine = /^\u2014 (?<name>\S+) (?<signature>[A-Za-z0-9+/=]+)$/u;
const separator = '\n\n';

/** The text with the signatures. @throws InvalidNote for a text that no note can have */
export async function signNote(text: string, signers: readonly NoteSigner[]): Promise<string> {
  return cosignNote(`${text}\n`, signers);
}

/** The note with further signatures. */
export async function cosignNote(note: string, signers: readonly NoteSigner[]): Promise<string> {
  const text = textOf(note);
  const lines = await Promise.all(signers.map((signer) => lineOf(signer, new TextEncoder().encode(text))));
  return note + lines.join('');
}

/**
 * Ignores the signatures of other keys. @throws InvalidNote when it is malformed, UnsignedNote when a known key's signature is invalid
 * or no known key signed it
 */
export async function openNote(note: string, verifiers: readonly NoteVerifier[]): Promise<OpenedNote> {
  const text = textOf(note);
  const signatures = signaturesOf(note.slice(text.length + 1));
  const verified = new Map<NoteVerifier, NoteSignature>();
  for (const signature of signatures) {
    const verifier = verifierOf(signature, verifiers);
    if (verifier === undefined || verified.has(verifier)) continue;
    if (!(await verifier.isSigned(new TextEncoder().encode(text), signature.signature)))
      throw new UnsignedNote(`The signature of ${signature.name} is invalid`);
    verified.set(verifier, signature);
  }
  if (verified.size === 0) throw new UnsignedNote('No known key signed this note');
  return { text, signatures: [...verified.values()] };
}

/** The signature lines of these keys in a note, the first one of each: those that `openNote` verifies. @throws InvalidNote */
export function signatureLinesOf(note: string, keys: readonly NoteKey[]): string {
  const block = note.slice(textOf(note).length + 1);
  const lines = block.split('\n');
  const signatures = signaturesOf(block);
  return keys
    .map(({ name, id }) => signatures.findIndex((each) => each.name === name && each.id === id))
    .filter((place) => place >= 0)
    .map((place) => `${lines[place] ?? ''}\n`)
    .join('');
}

/** Key names are the only words between spaces in a signature. */
export function isKeyName(name: string): boolean {
  return /^[^\s+]+$/u.test(name) && isPlain(name);
}

function verifierOf({ name, id }: NoteKey, verifiers: readonly NoteVerifier[]): NoteVerifier | undefined {
  return verifiers.find((each) => each.name === name && each.id === id);
}

/** Up to its last empty line. @throws InvalidNote */
function textOf(note: string): string {
  const end = note.lastIndexOf(separator);
  if (end < 0 || note.length > longestNote || !isPlain(note)) throw new InvalidNote('This is no signed note');
  return note.slice(0, end + 1);
}

function isPlain(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- the specification refuses control characters
  return !/[\u0000-\u0009\u000b-\u001f]/.test(text) && text.isWellFormed();
}

function signaturesOf(block: string): readonly NoteSignature[] {
  const lines = block.split('\n');
  if (lines.pop() !== '' || lines.length === 0 || lines.length > mostSignatures)
    throw new InvalidNote('The signatures of this note are malformed');
  return lines.map((line) => {
    const { name, signature } = signatureLine.exec(line)?.groups ?? {};
    const bytes = bytesOfBase64(signature ?? '');
    if (name === undefined || !isKeyName(name) || bytes.length <= idBytes)
      throw new InvalidNote('A signature of this note is malformed');
    return { name, id: idOf(bytes), signature: bytes.subarray(idBytes) };
  });
}

function idOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
}

async function lineOf(signer: NoteSigner, text: Uint8Array): Promise<string> {
  if (!isKeyName(signer.name)) throw new InvalidNote('This is no name of a key');
  const signature = await signer.sign(text);
  const bytes = new Uint8Array(idBytes + signature.length);
  new DataView(bytes.buffer).setUint32(0, signer.id);
  bytes.set(signature, idBytes);
  return `\u2014 ${signer.name} ${base64(bytes)}\n`;
}
