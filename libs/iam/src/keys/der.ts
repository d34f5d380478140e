import { KeyRefused } from './key-refused';

/** The ASN.1 tags used to navigate keys and certificates. */
export const derTag = { integer: 0x02, bitString: 0x03, sequence: 0x30 } as const;

/** One DER value (X.690): its tag, its content, and all its bytes. */
export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly bytes: Uint8Array;
}

const constructed = 0x20;
const highTagNumber = 0x1f;
const longestLengthBytes = 3;
const deepest = 32;

/** Reads bytes that are exactly one value, well-formed at every level. Throws `KeyRefused`. */
export function readDer(bytes: Uint8Array): DerValue {
  const value = firstValue(bytes);
  if (value.bytes.length !== bytes.length) throw damaged();
  checkWithin(value, deepest);
  return value;
}

/** The values in a constructed value, in order. */
export function childrenOf({ content }: DerValue): DerValue[] {
  const children: DerValue[] = [];
  for (let rest = content; rest.length > 0;) {
    const child = firstValue(rest);
    children.push(child);
    rest = rest.subarray(child.bytes.length);
  }
  return children;
}

/** The child at an index, which must have the tag. */
export function childAt(children: readonly DerValue[], index: number, tag: number): DerValue {
  const child = children[index];
  if (child?.tag !== tag) throw damaged();
  return child;
}

/** The content of a bit string of whole bytes. */
export function bitsOf({ content }: DerValue): Uint8Array {
  if (content[0] !== 0) throw damaged();
  return content.subarray(1);
}

/** A positive integer, in its shortest form. */
export function positiveInteger({ content }: DerValue): bigint {
  const [first = 0, second = 0] = content;
  const canonical = content.length > 0 && first < 0x80 && !(first === 0 && second < 0x80);
  if (!canonical) throw damaged();
  return BigInt(`0x${Buffer.from(content).toString('hex')}`);
}

export function damaged(): KeyRefused {
  return new KeyRefused('must hold a key in DER, whole and undamaged');
}

function checkWithin(value: DerValue, depth: number): void {
  if ((value.tag & constructed) === 0) return;
  if (depth === 0) throw damaged();
  for (const child of childrenOf(value)) checkWithin(child, depth - 1);
}

function firstValue(bytes: Uint8Array): DerValue {
  const tag = bytes[0];
  if (tag === undefined || (tag & highTagNumber) === highTagNumber) throw damaged();
  const { length, start } = readLength(bytes);
  const end = start + length;
  if (end > bytes.length) throw damaged();
  return { tag, content: bytes.subarray(start, end), bytes: bytes.subarray(0, end) };
}

/** DER has one encoding of a length: definite, and as short as possible. */
function readLength(bytes: Uint8Array): { length: number; start: number } {
  const first = bytes[1];
  if (first === undefined) throw damaged();
  if (first < 0x80) return { length: first, start: 2 };
  const count = first - 0x80;
  const lengthBytes = bytes.subarray(2, 2 + count);
  if (count === 0 || count > longestLengthBytes || lengthBytes.length !== count) throw damaged();
  const length = lengthBytes.reduce((sum, byte) => sum * 256 + byte, 0);
  if (length < 0x80 || lengthBytes[0] === 0) throw damaged();
  return { length, start: 2 + count };
}
