// The part of ASN.1 DER (ITU-T X.690) that a signature and its certificate need.

/** An element, as its encoded bytes. */
export type Der = Uint8Array<ArrayBuffer>;

export interface DerElement {
  readonly tag: number;
  readonly content: Uint8Array;
  /** Tag, length and content. */
  readonly bytes: Uint8Array;
}

export function element(tag: number, ...parts: readonly Uint8Array[]): Der {
  const content = joined(parts);
  return joined([[tag, ...lengthBytes(content.length)], content]);
}

export function sequence(...parts: readonly Uint8Array[]): Der {
  return element(0x30, ...parts);
}

/** DER orders the members of a set by their bytes. */
export function setOf(...members: readonly Uint8Array[]): Der {
  return element(0x31, ...members.toSorted(compareBytes));
}

/** A context tag around constructed content. */
export function tagged(number: number, ...parts: readonly Uint8Array[]): Der {
  return element(0xa0 + number, ...parts);
}

export function octets(bytes: Uint8Array): Der {
  return element(0x04, bytes);
}

/** A non-negative integer, from its big-endian bytes. */
export function integer(bytes: Uint8Array): Der {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? [0] : [...bytes.subarray(start)];
  return element(0x02, Uint8Array.from((digits[0] ?? 0) > 0x7f ? [0, ...digits] : digits));
}

/** "1.2.840.113549.1.7.2" */
export function objectId(text: string): Der {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return element(0x06, Uint8Array.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/**
 * The elements in a row of encoded bytes.
 * @throws RangeError when they are not DER.
 */
export function elementsOf(bytes: Uint8Array): DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length;) {
    const next = elementAt(bytes.subarray(at));
    elements.push(next);
    at += next.bytes.length;
  }
  return elements;
}

/**
 * The element with which bytes begin; others may follow.
 * @throws RangeError
 */
export function elementAt(bytes: Uint8Array): DerElement {
  const [tag, short] = bytes;
  if (tag === undefined || short === undefined) throw new RangeError('the element is cut off');
  const count = short > 0x80 ? short - 0x80 : 0;
  if (short === 0x80 || count > 3) throw new RangeError('the length is not DER');
  const length =
    count === 0 ? short : bytes.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  const end = 2 + count + length;
  if (end > bytes.length) throw new RangeError('the element is cut off');
  return { tag, content: bytes.subarray(2 + count, end), bytes: bytes.subarray(0, end) };
}

function joined(parts: readonly (Uint8Array | readonly number[])[]): Der {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return [0x80 + digits.length, ...digits];
}

function base128(number: number): number[] {
  const digits = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift(0x80 + (rest % 128));
  return digits;
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const place = one.findIndex((byte, index) => byte !== other[index]);
  return place < 0 ? one.length - other.length : (one[place] ?? 0) - (other[place] ?? -1);
}
