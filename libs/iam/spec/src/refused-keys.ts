import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { bitString, certificate, contentOf, der, integer, pem, rsaSpki, sequence } from './der-writer';
import {
  ec,
  ed25519,
  ed25519Point,
  endsAt,
  modulusOf,
  once,
  p256,
  p256Point,
  rocaModulus,
  rsa,
  spki,
  spkiOf,
} from './key-material';
import publicKeys from './test-only-public-keys.json';

type Texts = Readonly<Record<string, string>>;

const text = pem('PUBLIC KEY', spki.p256);
const body = spki.p256.toString('base64');
const wrap = (inner: string): string => `-----BEGIN PUBLIC KEY-----\n${inner}\n-----END PUBLIC KEY-----\n`;
const spkiPem = (content: Uint8Array): string => pem('PUBLIC KEY', content);
const fieldPrime = 2n ** 255n - 19n;

const privatePem = (type: 'pkcs8' | 'sec1' | 'pkcs1', key: KeyObject): string =>
  key.export({ type, format: 'pem' } as { type: 'pkcs8'; format: 'pem' }).toString();
const encrypted = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const;

const privateKeys = once((): Texts => ({
  'a private key, PKCS#8, EC': privatePem('pkcs8', p256.privateKey),
  'a private key, PKCS#8, RSA': privatePem('pkcs8', rsa().privateKey),
  'a private key, PKCS#8, Ed25519': privatePem('pkcs8', ed25519.privateKey),
  'a private key, SEC 1': privatePem('sec1', p256.privateKey),
  'a private key, PKCS#1': privatePem('pkcs1', rsa().privateKey),
  'a private key, encrypted': p256.privateKey.export(encrypted).toString(),
  'a private key, encrypted as OpenSSL did': pem('RSA PRIVATE KEY', spki.rsa).replace(
    '\n',
    '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n',
  ),
  'a private key of OpenSSH': pem('OPENSSH PRIVATE KEY', spki.ed25519),
  'a public and then a private key': text + privatePem('pkcs8', p256.privateKey),
  'a private and then a public key': privatePem('pkcs8', p256.privateKey) + text,
  'a private key in small letters': privatePem('pkcs8', p256.privateKey).toLowerCase(),
}));
const disguised = once((): Texts => ({
  'a private key labelled as a public one': spkiPem(p256.privateKey.export({ type: 'pkcs8', format: 'der' })),
  'a private RSA key labelled as a public one': spkiPem(
    rsa().privateKey.export({ type: 'pkcs1', format: 'der' }),
  ),
  'a private key labelled as a certificate': pem(
    'CERTIFICATE',
    ed25519.privateKey.export({ type: 'pkcs8', format: 'der' }),
  ),
}));
const weak = once((): Texts => ({
  'RSA of 1024 bits': publicKeys.rsa1024,
  'RSA of 2047 bits': spkiPem(rsaSpki(modulusOf(2_047), 65_537n)),
  'RSA of 8193 bits': spkiPem(rsaSpki(modulusOf(8_193), 65_537n)),
  'RSA with the exponent 3': spkiPem(rsaSpki(modulusOf(2_048), 3n)),
  'RSA with the exponent 1': spkiPem(rsaSpki(modulusOf(2_048), 1n)),
  'RSA with the exponent 65539': spkiPem(rsaSpki(modulusOf(2_048), 65_539n)),
  'RSA with an even modulus': spkiPem(rsaSpki(modulusOf(2_048) + 1n, 65_537n)),
  'RSA with a small factor': spkiPem(
    rsaSpki((modulusOf(2_048) / 1_999n) * 1_999n + 1_999n * 1_999n, 65_537n),
  ),
  'RSA of a broken generator (ROCA)': spkiPem(rsaSpki(rocaModulus(), 65_537n)),
  'RSA with the modulus 0': spkiPem(rsaSpki(0n, 65_537n)),
  'Ed25519 with the neutral element': ed25519Point(1n),
  'Ed25519 with a point of order 2': ed25519Point(fieldPrime - 1n),
  'Ed25519 with a point of order 4': ed25519Point(0n),
  'Ed25519 with another point of order 8':
    ed25519Point(0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n),
  'Ed25519 with a point of order 8':
    ed25519Point(0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n),
}));
const otherKinds = once((): Texts => ({
  'RSA with explicit PSS parameters': publicKeys.rsaPssWithParameters,
  'RSA for PSS only': publicKeys.rsaPss,
  DSA: publicKeys.dsa,
  X25519: spkiPem(spkiOf(generateKeyPairSync('x25519'))),
  X448: spkiPem(spkiOf(generateKeyPairSync('x448'))),
  Ed448: spkiPem(spkiOf(generateKeyPairSync('ed448'))),
  secp256k1: spkiPem(ec('secp256k1')),
  'P-224': spkiPem(ec('P-224')),
  brainpoolP256r1: spkiPem(ec('brainpoolP256r1')),
  'P-256 by explicit parameters': spkiPem(ec('P-256', 'explicit')),
  'P-384 by explicit parameters': spkiPem(ec('P-384', 'explicit')),
  'P-521 by explicit parameters': spkiPem(ec('P-521', 'explicit')),
  'explicit parameters in a certificate': pem('CERTIFICATE', certificate(ec('P-256', 'explicit'), endsAt)),
  'a weak key in a certificate': pem('CERTIFICATE', certificate(rsaSpki(modulusOf(1_024), 65_537n), endsAt)),
  'RSA PUBLIC KEY (PKCS#1)': rsa().publicKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  'PKCS#1 labelled PUBLIC KEY': spkiPem(rsa().publicKey.export({ type: 'pkcs1', format: 'der' })),
  'a certificate request': pem('CERTIFICATE REQUEST', certificate(spki.p256, endsAt)),
  'a trusted certificate of OpenSSL': pem('TRUSTED CERTIFICATE', certificate(spki.p256, endsAt)),
  'a key labelled CERTIFICATE': pem('CERTIFICATE', spki.p256),
  'a certificate labelled PUBLIC KEY': spkiPem(certificate(spki.p256, endsAt)),
  'curve parameters': pem('EC PARAMETERS', Buffer.from('06082a8648ce3d030107', 'hex')),
  'a JWK': JSON.stringify(p256.publicKey.export({ format: 'jwk' })),
  'a key of OpenSSH': 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGdvdmVybmFuY2U= export',
}));
const badPoints = once((): Texts => ({
  'a point that is not on P-256': p256Point((point) => {
    point = Buffer.from(point);
    point[64] = (point[64] ?? 0) ^ 1;
    return point;
  }),
  'a compressed point': p256Point((point) =>
    Buffer.concat([Buffer.from([2 + ((point[64] ?? 0) & 1)]), point.subarray(1, 33)]),
  ),
  'a hybrid point': p256Point((point) =>
    Buffer.concat([Buffer.from([6 + ((point[64] ?? 0) & 1)]), point.subarray(1)]),
  ),
  'the point at infinity': p256Point(() => Buffer.from([0])),
  'a point cut short': p256Point((point) => point.subarray(0, 64)),
  'an empty point': p256Point(() => Buffer.alloc(0)),
  'a y that no x goes with, on Ed25519': ed25519Point(2n),
  'a y that is not reduced, on Ed25519': ed25519Point(fieldPrime + 3n),
  'minus zero, on Ed25519': ed25519Point(1n, 1),
  'an Ed25519 key of 31 bytes': spkiPem(
    sequence(spki.ed25519.subarray(2, 9), bitString(spki.ed25519.subarray(12, 43))),
  ),
}));
const rsaKey = (modulus: Uint8Array, exponent: Uint8Array): string =>
  spkiPem(sequence(spki.rsa.subarray(4, 19), bitString(sequence(modulus, exponent))));
const anInteger = integer(modulusOf(2_048));
const exponent = integer(65_537n);
/** The certificate with another text as its end. */
const endingAt = (time: string): string => {
  const whole = certificate(spki.p256, endsAt).toString('latin1');
  return pem('CERTIFICATE', Buffer.from(whole.replace('310506070809Z', time), 'latin1'));
};
const aCertificate = certificate(spki.p256, endsAt);
/** Without the algorithm and the signature, which have the same length in all these certificates. */
const signedPart = contentOf(aCertificate).subarray(0, -(12 + 11));
const reencoded = once((): Texts => ({
  'a length longer than needed': spkiPem(
    Buffer.concat([Buffer.from('308159', 'hex'), spki.p256.subarray(2)]),
  ),
  'a length with a leading zero': spkiPem(
    Buffer.concat([Buffer.from('30820059', 'hex'), spki.p256.subarray(2)]),
  ),
  'an indefinite length': spkiPem(
    Buffer.concat([Buffer.from('3080', 'hex'), spki.p256.subarray(2), Buffer.from('0000', 'hex')]),
  ),
  'a byte after the key': spkiPem(Buffer.concat([spki.p256, Buffer.from([0])])),
  'a second key after the key': spkiPem(Buffer.concat([spki.p256, spki.p256])),
  'a third member': spkiPem(sequence(spki.ed25519.subarray(2), der(0x05))),
  'a key cut short': spkiPem(spki.p256.subarray(0, -1)),
  'a key cut to its head': spkiPem(spki.p256.subarray(0, 1)),
  'a set for a sequence': spkiPem(Buffer.concat([Buffer.from([0x31]), spki.p256.subarray(1)])),
  'a bit string with unused bits': spkiPem(
    sequence(spki.ed25519.subarray(2, 9), bitString(spki.ed25519.subarray(12), 1)),
  ),
  'RSA without its NULL': spkiPem(
    rsaSpki(modulusOf(2_048), 65_537n, sequence(Buffer.from('06092a864886f70d010101', 'hex'))),
  ),
  'an integer with a needless zero': rsaKey(der(0x02, Buffer.from([0]), anInteger.subarray(4)), exponent),
  'a negative modulus': rsaKey(der(0x02, anInteger.subarray(5)), exponent),
  'an exponent with a needless zero': rsaKey(anInteger, Buffer.from('020400010001', 'hex')),
  'an empty integer': rsaKey(anInteger, Buffer.from('0200', 'hex')),
  'a third RSA number': rsaKey(anInteger, Buffer.concat([exponent, exponent])),
  'nesting without end': spkiPem(
    Array.from({ length: 60 }).reduce<Buffer>((inner) => sequence(inner), der(0x05)),
  ),
  'a certificate that ends in month 99': endingAt('319906070809Z'),
  'a certificate that ends on 30 February': endingAt('310230070809Z'),
  'a certificate that ends at 25 o’clock': endingAt('310506250809Z'),
  'a certificate that ends at no digit': endingAt('31050607080xZ'),
  'a certificate that ends in no time zone': endingAt('3105060708090'),
  'a certificate cut short': pem('CERTIFICATE', certificate(spki.p256, endsAt).subarray(0, -1)),
  'a byte after the certificate': pem(
    'CERTIFICATE',
    Buffer.concat([certificate(spki.p256, endsAt), Buffer.from([0])]),
  ),
  'a certificate without its signature': pem('CERTIFICATE', sequence(signedPart)),
  'a certificate of four members': pem('CERTIFICATE', sequence(contentOf(aCertificate), der(0x05))),
  'a certificate that is a set': pem('CERTIFICATE', der(0x31, contentOf(aCertificate))),
}));
const framing = once((): Texts => ({
  nothing: '',
  'white space': ' \n ',
  'no frame': body,
  'no BEGIN line': text.slice(text.indexOf('\n') + 1),
  'no END line': text.slice(0, text.indexOf('-----END')),
  'another END line': text.replace('END PUBLIC KEY', 'END CERTIFICATE'),
  'an empty block': wrap(''),
  'two blocks': text + text,
  'two different blocks': text + spkiPem(spki.ed25519),
  'a certificate and its issuer': pem('CERTIFICATE', certificate(spki.p256, endsAt)).repeat(2),
  'text before the block': `here: ${text}`,
  'text after the block': `${text}here`,
  'a header in the block': text.replace('\n', '\nComment: here\n\n'),
  'an empty line in the block': text.replace(/(\n.{64}\n)/, '$1\n'),
  'a blank in the block': text.replace(/\n(.{10})/, '\n$1 '),
  'blanks at the end of lines': text.replaceAll('\n', ' \n'),
  'lines that end in CR': text.replaceAll('\n', '\r'),
  'a NUL': text.replace(/\n(.{10})/, '\n$1\0'),
  'a byte order mark': `\uFEFF${text}`,
  'wrong dashes': text.replaceAll('-----', '----'),
  'a blank more in the label': text.replaceAll('PUBLIC KEY', 'PUBLIC  KEY'),
  'a label in small letters': text.replaceAll('PUBLIC KEY', 'public key'),
  base64url: wrap(`${body.slice(0, 20)}-_${body.slice(22)}`),
  'base64 without its padding': wrap(body.replace(/=+$/, '')),
  'base64 with too much padding': wrap(`${body}=`),
  'padding in the middle': wrap(`${body.slice(0, 20)}==${body.slice(22)}`),
  'base64 with surplus bits': wrap(body.replace(/.==$/, 'B==')),
  'a character missing': wrap(body.slice(0, -5) + body.slice(-4)),
  'a text that is too long': text.replace('\n', `\n${'A'.repeat(16_384)}\n`),
  'white space that is too long': text + ' '.repeat(16_384),
}));

/** Texts that are not an acceptable public key, by their defect. */
export const refusedKeys = {
  get privateKeys(): Texts {
    return privateKeys();
  },
  get disguised(): Texts {
    return disguised();
  },
  get weak(): Texts {
    return weak();
  },
  get otherKinds(): Texts {
    return otherKinds();
  },
  get badPoints(): Texts {
    return badPoints();
  },
  get reencoded(): Texts {
    return reencoded();
  },
  get framing(): Texts {
    return framing();
  },
};
