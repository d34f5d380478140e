import { type Primitives } from '@governance/certificate-verifier';
import { type CheckEd25519 } from '@governance/transparency';
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { pageReader } from './page-reader';

export const verifyEd25519: CheckEd25519 = (publicKey, { signed, signature }) => {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return Promise.resolve(verify(null, signed, key, signature));
};

/** What Node brings to the verdict on a certificate. It reads pages only with the packages for that. */
export async function nodePrimitives(): Promise<Primitives> {
  return {
    sha256: (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest()),
    hmacSha256: (key, bytes) => Promise.resolve(createHmac('sha256', key).update(bytes).digest()),
    verifyEd25519,
    verifyEcdsa: (key, { signature, signed }) =>
      Promise.resolve(
        verify('sha256', signed, { key: { ...key }, format: 'jwk', dsaEncoding: 'ieee-p1363' }, signature),
      ),
    gunzip: (bytes, limit) => promisify(gunzip)(bytes, { maxOutputLength: limit }),
    domainToASCII,
    readPage: await pageReader(),
  };
}
