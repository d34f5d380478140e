import { InvalidNote } from './invalid-note';

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** @throws InvalidNote for all but the one encoding that bytes have. */
export function bytesOfBase64(text: string): Uint8Array {
  const bytes = decoded(text);
  if (bytes === undefined || base64(bytes) !== text) throw new InvalidNote('This is no base64');
  return bytes;
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
