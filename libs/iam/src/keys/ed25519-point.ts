import { KeyRefused } from './key-refused';

// RFC 8032, 5.1: the curve -x² + y² = 1 + d·x²·y² modulo p.
const p = 2n ** 255n - 19n;
const d = mod(-121_665n * inverse(121_666n));
const signBit = 2n ** 255n;

/**
 * Refuses 32 bytes that are not a point of the curve, that do not use the encoding of RFC 8032, or whose point has a small
 * order: with such a key a signature fits many messages. (A point with x = 0, which has two encodings, has a small order
 * too.) Node's parser accepts any 32 bytes. Throws `KeyRefused`.
 */
export function checkEd25519(encoded: Uint8Array): void {
  const value = BigInt(`0x${Buffer.from(encoded).reverse().toString('hex')}`);
  const y = value % signBit;
  const xx = y < p ? squareOfX(y) : undefined;
  if (xx === undefined || hasSmallOrder(xx, y)) {
    throw new KeyRefused('must hold a valid point of its curve');
  }
}

/** x², or undefined when no x belongs to this y. */
function squareOfX(y: bigint): bigint | undefined {
  const xx = mod((y * y - 1n) * inverse(d * y * y + 1n));
  // Euler's criterion: 1 for a square, 0 for zero.
  return power(xx, (p - 1n) / 2n) <= 1n ? xx : undefined;
}

/** Whether eight times the point is the neutral element, by doubling x² and y three times. */
function hasSmallOrder(xx: bigint, y: bigint): boolean {
  let point = { xx, y };
  for (let doublings = 0; doublings < 3; doublings += 1) point = double(point);
  return point.xx === 0n && point.y === 1n;
}

function double({ xx, y }: { xx: bigint; y: bigint }): { xx: bigint; y: bigint } {
  const yy = mod(y * y);
  const dxxyy = mod(d * xx * yy);
  return {
    xx: mod(4n * xx * yy * inverse((1n + dxxyy) ** 2n)),
    y: mod((yy + xx) * inverse(1n - dxxyy)),
  };
}

function mod(value: bigint): bigint {
  return ((value % p) + p) % p;
}

function inverse(value: bigint): bigint {
  return power(value, p - 2n);
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, mod(base)];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}
