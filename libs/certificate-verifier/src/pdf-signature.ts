// The signature for PDF viewers: PAdES B-B (ETSI EN 319 142-1), a CMS SignedData (RFC 5652) in DER with ECDSA on P-256.

import { type Der, elementAt, elementsOf, integer, objectId, octets, sequence, setOf, tagged } from './der';

const ids = {
  data: objectId('1.2.840.113549.1.7.1'),
  signedData: objectId('1.2.840.113549.1.7.2'),
  contentType: objectId('1.2.840.113549.1.9.3'),
  messageDigest: objectId('1.2.840.113549.1.9.4'),
  signingCertificateV2: objectId('1.2.840.113549.1.9.16.2.47'),
  sha256: objectId('2.16.840.1.101.3.4.2.1'),
};

/** ecdsa-with-SHA256, which has no parameters. */
export const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));
const sha256Algorithm = sequence(ids.sha256);
const versionOne = integer(Uint8Array.of(1));

/** The order of the group of P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const scalarBytes = 32;

/**
 * The attributes that are signed instead of the document, whose digest they contain. PAdES keeps the time of signing out of them:
 * it is in the dictionary of the signature.
 */
export function signedAttributes(digests: {
  /** SHA-256 of the bytes that the signature covers. */
  readonly message: Uint8Array;
  /** SHA-256 of the signer's X.509 certificate. */
  readonly certificate: Uint8Array;
}): Der {
  return setOf(
    sequence(ids.contentType, setOf(ids.data)),
    sequence(ids.messageDigest, setOf(octets(digests.message))),
    // ESSCertIDv2 of RFC 5035, where SHA-256 is the default.
    sequence(ids.signingCertificateV2, setOf(sequence(sequence(sequence(octets(digests.certificate)))))),
  );
}

export interface SignedDataParts {
  /** The signer's X.509 certificate. */
  readonly certificate: Uint8Array;
  readonly attributes: Uint8Array;
  /** r and s, 32 bytes each. */
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** There is one encoding of these parts, so that a verifier can compare every byte. */
export function signedData({ certificate, attributes, signature }: SignedDataParts): Der {
  const { issuer, serial } = issuerAndSerial(certificate);
  const signer = sequence(
    versionOne,
    sequence(issuer, serial),
    sha256Algorithm,
    tagged(0, elementAt(attributes).content),
    ecdsaWithSha256,
    octets(ecdsaSignature(signature)),
  );
  const content = sequence(
    versionOne,
    setOf(sha256Algorithm),
    sequence(ids.data),
    tagged(0, certificate),
    setOf(signer),
  );
  return sequence(ids.signedData, tagged(0, content));
}

/** r and s in DER. Of the two values of s that verify, it has the smaller one, which makes the signature unique. */
export function ecdsaSignature(signature: Uint8Array): Der {
  const s = scalarOf(signature.subarray(scalarBytes));
  const smaller = s > order / 2n ? order - s : s;
  return sequence(integer(signature.subarray(0, scalarBytes)), integer(bytesOfScalar(smaller)));
}

/**
 * The certificate and the signature value in a SignedData. Other parts are not read: `signedData` writes them again.
 * @throws RangeError when the bytes are not DER of this shape.
 */
export function partsOfSignedData(bytes: Uint8Array): Omit<SignedDataParts, 'attributes'> {
  const [, wrapped] = childrenOf(elementAt(bytes).bytes);
  const [, , , certificates, signers] = childrenOf(elementAt(wrapped ?? empty).content);
  const value = childrenOf(elementAt(elementAt(signers ?? empty).content).bytes)[5];
  const [r, s] = childrenOf(elementAt(value ?? empty).content);
  const signature = new Uint8Array(2 * scalarBytes);
  signature.set(bytesOfScalar(scalarOf(elementAt(r ?? empty).content)));
  signature.set(bytesOfScalar(scalarOf(elementAt(s ?? empty).content)), scalarBytes);
  return { certificate: elementAt(certificates ?? empty).content, signature };
}

const empty = new Uint8Array();

function childrenOf(bytes: Uint8Array): Uint8Array[] {
  return elementsOf(elementAt(bytes).content).map((child) => child.bytes);
}

function issuerAndSerial(certificate: Uint8Array): {
  readonly issuer: Uint8Array;
  readonly serial: Uint8Array;
} {
  const [body] = childrenOf(certificate);
  // The version of the certificate, which comes first, is optional.
  const [serial, , issuer] = childrenOf(body ?? empty).filter(([tag]) => tag !== 0xa0);
  if (!serial || !issuer) throw new RangeError('the certificate is not X.509');
  return { issuer, serial };
}

function scalarOf(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

/** @throws RangeError when it does not fit. */
function bytesOfScalar(scalar: bigint): Uint8Array {
  if (scalar >= order) throw new RangeError('the signature value is too large');
  const hex = scalar.toString(16).padStart(2 * scalarBytes, '0');
  return Uint8Array.from({ length: scalarBytes }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
}
