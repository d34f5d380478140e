import { createHash } from 'node:crypto';
import { type AcceptedKey } from './accepted-key';
import { readCertificate } from './certificate';
import { readPem } from './pem';
import { readSpki } from './spki';

const lineOf64 = /.{1,64}/g;

/**
 * The public key of one PEM block, SPKI or X.509 certificate: RSA of 2048 to 8192 bits with exponent 65537, a point of
 * P-256, P-384 or P-521, or Ed25519. Throws `KeyRefused` for anything else, and for every other encoding of these.
 */
export function publicKeyOf(pem: string): AcceptedKey {
  const { label, der } = readPem(pem);
  const { spki, notAfter } =
    label === 'CERTIFICATE' ? readCertificate(der) : { spki: der, notAfter: undefined };
  const { algorithms, jwk } = readSpki(spki);
  return {
    algorithms,
    jwk,
    // RFC 7638: the members by name, without white space.
    thumbprint: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url'),
    spkiPem: asPem(spki),
    notAfter,
  };
}

function asPem(der: Uint8Array): string {
  const lines = Buffer.from(der).toString('base64').match(lineOf64) ?? [];
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n');
}
