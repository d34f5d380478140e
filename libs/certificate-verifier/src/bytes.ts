import { base64url } from 'jose';

/** Each byte as the character with the same code. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  // In chunks: a call accepts a limited number of arguments.
  for (let from = 0; from < bytes.length; from += 0x8000)
    text += fromCodes(bytes.subarray(from, from + 0x8000));
  return text;
}

/** Without spreading the bytes, which takes seven times as long. */
function fromCodes(codes: Uint8Array): string {
  const text: unknown = Reflect.apply(String.fromCharCode, undefined, codes);
  return String(text);
}

/** The bytes of canonical base64url without padding; undefined for any other encoding. */
export function canonicalBytes(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    const bytes = base64url.decode(text);
    return base64url.encode(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
