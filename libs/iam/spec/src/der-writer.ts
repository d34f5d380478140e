/** Writes valid and invalid DER, for specs of the reader. */

/** One value: tag, length, content. */
export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), derLength(body.length), body]);
}

export function derLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const digits = length.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 + bytes.length]), bytes]);
}

/** The content of a value, without tag and length. */
export function contentOf(value: Uint8Array): Uint8Array {
  const first = value[1] ?? 0;
  return value.subarray(first < 0x80 ? 2 : 2 + first - 0x80);
}

export function sequence(...content: readonly Uint8Array[]): Buffer {
  return der(0x30, ...content);
}

export function integer(value: bigint): Buffer {
  const digits = value.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return der(0x02, (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.from([0]), bytes]));
}

export function bitString(content: Uint8Array, unusedBits = 0): Buffer {
  return der(0x03, Buffer.from([unusedBits]), content);
}

export function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

export function pem(label: string, content: Uint8Array, end = '\n'): string {
  const lines =
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join(end);
}

const rsaEncryption = objectId('2a864886f70d010101');
const nothing = der(0x05);

/** An RSA key of any modulus and exponent, as SPKI. */
export function rsaSpki(
  modulus: bigint,
  exponent: bigint,
  algorithm = sequence(rsaEncryption, nothing),
): Buffer {
  return sequence(algorithm, bitString(sequence(integer(modulus), integer(exponent))));
}

/** An X.509 certificate around a key, with a dummy signature, which is never checked. */
export function certificate(spki: Uint8Array, notAfter: Date, version: 1 | 3 = 3): Buffer {
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from('export')))));
  const signed = sequence(
    version === 3 ? der(0xa0, integer(2n)) : Buffer.alloc(0),
    integer(1n),
    ecdsaWithSha256,
    name,
    sequence(time(new Date('2026-01-01T00:00:00Z')), time(notAfter)),
    name,
    spki,
  );
  return sequence(signed, ecdsaWithSha256, bitString(sequence(integer(1n), integer(1n))));
}

/** RFC 5280, 4.1.2.5: UTCTime until 2049, GeneralizedTime from 2050 on. */
function time(moment: Date): Buffer {
  const text = moment.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return moment.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(text.slice(2)))
    : der(0x18, Buffer.from(text));
}
