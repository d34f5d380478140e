import { createHash, createPublicKey } from 'node:crypto';
import { certificate, pem, rsaSpki } from '../../spec/src/der-writer';
import { ed25519Point, endsAt, modulusOf, p256Point, spki } from '../../spec/src/key-material';
import { refusedKeys } from '../../spec/src/refused-keys';
import { type AcceptedKey, type KeyAlgorithm } from './accepted-key';
import { KeyRefused } from './key-refused';
import { publicKeyOf } from './public-key-of';

const text = pem('PUBLIC KEY', spki.p256);
const body = spki.p256.toString('base64');
const spkiPem = (content: Uint8Array): string => pem('PUBLIC KEY', content);

describe('publicKeyOf accepts', () => {
  const kinds: [string, Buffer, KeyAlgorithm[]][] = [
    ['RSA', spki.rsa, ['RS256', 'PS256']],
    ['RSA of 3072 bits', rsaSpki(modulusOf(3_072), 65_537n), ['RS256', 'PS256']],
    ['RSA of 8192 bits', rsaSpki(modulusOf(8_192), 65_537n), ['RS256', 'PS256']],
    ['P-256', spki.p256, ['ES256']],
    ['P-384', spki.p384, ['ES384']],
    ['P-521', spki.p521, ['ES512']],
    ['Ed25519', spki.ed25519, ['EdDSA']],
  ];

  it.each(kinds)('%s, with its signature algorithms § V11.2.3', (_kind, content, algorithms) => {
    const key = publicKeyOf(spkiPem(content));
    expect(key).toMatchObject({ algorithms, spkiPem: spkiPem(content), notAfter: undefined });
    // Node derives exactly the same members.
    expect(key.jwk).toEqual(createPublicKey(spkiPem(content)).export({ format: 'jwk' }));
  });

  it.each(kinds)('%s in a certificate, with the end of the certificate', (_kind, content, algorithms) => {
    const key = publicKeyOf(pem('CERTIFICATE', certificate(content, endsAt)));
    expect(key).toMatchObject({ algorithms, spkiPem: spkiPem(content), notAfter: endsAt });
  });

  it('a certificate of version 1, and ones that end after 2050 and before 2000', () => {
    const late = new Date('9999-12-31T23:59:59Z');
    const old = new Date('1999-12-31T23:59:59Z');
    expect(publicKeyOf(pem('CERTIFICATE', certificate(spki.p256, endsAt, 1))).notAfter).toEqual(endsAt);
    expect(publicKeyOf(pem('CERTIFICATE', certificate(spki.p256, late))).notAfter).toEqual(late);
    expect(publicKeyOf(pem('CERTIFICATE', certificate(spki.p256, old))).notAfter).toEqual(old);
  });

  const wrap = (inner: string): string => `-----BEGIN PUBLIC KEY-----\n${inner}\n-----END PUBLIC KEY-----\n`;
  const spellings: [string, string][] = [
    ['lines that end in CRLF', pem('PUBLIC KEY', spki.p256, '\r\n')],
    ['white space around', `\r\n \t\n${text} \n\n`],
    ['no line break at the end', text.trimEnd()],
    ['a single line', wrap(body)],
    ['lines of 76 characters', wrap(body.replaceAll(/(.{76})/g, '$1\n'))],
  ];

  it.each(spellings)('%s, and returns the canonical text', (_spelling, spelling) => {
    expect(publicKeyOf(spelling)).toEqual(publicKeyOf(text));
    expect(publicKeyOf(spelling).spkiPem).toBe(text);
  });

  it.each(kinds)('%s, whose thumbprint is that of RFC 7638', (_kind, content) => {
    const { jwk, thumbprint } = publicKeyOf(spkiPem(content));
    const sorted = JSON.stringify(
      Object.fromEntries(Object.entries(jwk).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    );
    expect(thumbprint).toBe(createHash('sha256').update(sorted).digest('base64url'));
  });

  it('the example of RFC 7638, with the thumbprint it gives', () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw';
    const modulus = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`);
    expect(publicKeyOf(spkiPem(rsaSpki(modulus, 65_537n))).thumbprint).toBe(
      'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
    );
  });
});

describe('publicKeyOf refuses', () => {
  it('no correctly encoded variant of these tables, which proves that only the defect matters', () => {
    const base = 0x6666666666666666666666666666666666666666666666666666666666666658n;
    expect(publicKeyOf(p256Point((point) => point)).algorithms).toEqual(['ES256']);
    expect(publicKeyOf(ed25519Point(base)).algorithms).toEqual(['EdDSA']);
    expect(publicKeyOf(ed25519Point(base, 1)).algorithms).toEqual(['EdDSA']);
    expect(publicKeyOf(spkiPem(rsaSpki(modulusOf(2_048), 65_537n))).algorithms).toContain('PS256');
  });

  const { privateKeys, disguised, otherKinds } = refusedKeys;
  const cases = Object.values(refusedKeys).flatMap((table) => Object.entries(table));

  it.each(cases)('%s', (_what, pemText) => {
    expect(() => publicKeyOf(pemText)).toThrow(KeyRefused);
  });

  it.each(Object.entries({ ...privateKeys, ...disguised, ...otherKinds }))(
    '%s, in words that repeat nothing of it',
    (_what, pemText) => {
      const problem = problemOf(pemText);
      expect(problem).toMatch(/^must [a-zA-Z0-9 ,:()-]+$/);
      for (const part of pemText.match(/[A-Za-z0-9+/]{12,}/g) ?? []) expect(problem).not.toContain(part);
    },
  );

  it.each(Object.entries(privateKeys))('%s, saying that it is private', (_what, pemText) => {
    expect(problemOf(pemText)).toContain('private');
  });

  it('any change of one byte of a key, unless the result is another key in canonical form', () => {
    for (const content of [spki.p256, spki.ed25519, spki.rsa.subarray(0, 40)]) {
      for (let at = 0; at < Math.min(content.length, 40); at += 1) {
        const changed = Buffer.from(content);
        changed[at] = (changed[at] ?? 0) ^ 0x21;
        const key = acceptedOrNot(spkiPem(changed));
        if (key) expect(key.spkiPem).toBe(spkiPem(changed));
      }
    }
  });
});

function problemOf(pemText: string): string {
  try {
    publicKeyOf(pemText);
  } catch (error) {
    if (error instanceof KeyRefused) return error.problem;
    throw error;
  }
  throw new Error('it was accepted');
}

function acceptedOrNot(pemText: string): AcceptedKey | undefined {
  try {
    return publicKeyOf(pemText);
  } catch (error) {
    if (error instanceof KeyRefused) return undefined;
    throw error;
  }
}
