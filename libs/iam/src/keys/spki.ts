import { createPublicKey } from 'node:crypto';
import { type EcCurve, type KeyAlgorithm, type PublicJwk } from './accepted-key';
import { bitsOf, childAt, childrenOf, damaged, derTag, positiveInteger, readDer } from './der';
import { checkEd25519 } from './ed25519-point';
import { KeyRefused } from './key-refused';
import { checkModulus, rsaExponent } from './rsa-modulus';

/** A key from SPKI: its signature algorithms and its JWK members. */
export interface SpkiKey {
  readonly algorithms: readonly KeyAlgorithm[];
  readonly jwk: PublicJwk;
}

interface Curve {
  readonly crv: EcCurve;
  readonly algorithm: KeyAlgorithm;
  readonly coordinateBytes: number;
}

// Whole algorithm identifiers. Explicit curve parameters, or RSA with parameters, do not match them.
const rsa = '300d06092a864886f70d0101010500';
const ed25519 = '300506032b6570';
const curves: ReadonlyMap<string, Curve> = new Map<string, Curve>([
  ['301306072a8648ce3d020106082a8648ce3d030107', { crv: 'P-256', algorithm: 'ES256', coordinateBytes: 32 }],
  ['301006072a8648ce3d020106052b81040022', { crv: 'P-384', algorithm: 'ES384', coordinateBytes: 48 }],
  ['301006072a8648ce3d020106052b81040023', { crv: 'P-521', algorithm: 'ES512', coordinateBytes: 66 }],
]);
const uncompressed = 0x04;

/** Reads a SubjectPublicKeyInfo (RFC 5280) in its one canonical form. Throws `KeyRefused`. */
export function readSpki(der: Uint8Array): SpkiKey {
  const parts = childrenOf(readDer(der));
  const algorithm = hex(childAt(parts, 0, derTag.sequence).bytes);
  const bits = bitsOf(childAt(parts, 1, derTag.bitString));
  if (der[0] !== derTag.sequence || parts.length !== 2) throw damaged();
  if (algorithm === rsa) return readRsa(bits);
  if (algorithm === ed25519) return readEd25519(bits);
  const curve = curves.get(algorithm);
  if (curve) return readEc(der, bits, curve);
  throw new KeyRefused('must be an RSA, P-256, P-384, P-521 or Ed25519 key, with its curve named');
}

function readRsa(bits: Uint8Array): SpkiKey {
  const key = readDer(bits);
  const parts = childrenOf(key);
  if (key.tag !== derTag.sequence || parts.length !== 2) throw damaged();
  const modulus = childAt(parts, 0, derTag.integer);
  const exponent = positiveInteger(childAt(parts, 1, derTag.integer));
  checkModulus(positiveInteger(modulus));
  if (exponent !== rsaExponent) throw new KeyRefused('must be an RSA key with the exponent 65537');
  const magnitude = modulus.content[0] === 0 ? modulus.content.subarray(1) : modulus.content;
  return { algorithms: ['RS256', 'PS256'], jwk: { e: 'AQAB', kty: 'RSA', n: base64url(magnitude) } };
}

function readEd25519(bits: Uint8Array): SpkiKey {
  if (bits.length !== 32) throw damaged();
  checkEd25519(bits);
  return { algorithms: ['EdDSA'], jwk: { crv: 'Ed25519', kty: 'OKP', x: base64url(bits) } };
}

function readEc(der: Uint8Array, bits: Uint8Array, { crv, algorithm, coordinateBytes }: Curve): SpkiKey {
  const point = bits.subarray(1);
  if (bits[0] !== uncompressed || point.length !== 2 * coordinateBytes) {
    throw new KeyRefused('must hold its point uncompressed and whole');
  }
  checkOnCurve(der);
  const [x, y] = [point.subarray(0, coordinateBytes), point.subarray(coordinateBytes)];
  return { algorithms: [algorithm], jwk: { crv, kty: 'EC', x: base64url(x), y: base64url(y) } };
}

function checkOnCurve(der: Uint8Array): void {
  try {
    createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
  } catch {
    throw new KeyRefused('must hold a valid point of its curve');
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
