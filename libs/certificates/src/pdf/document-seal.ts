import { bytesAround, sealLength, sealPlace } from '@governance/certificate-verifier';
import { createHash } from 'node:crypto';

export const emptySeal = ' '.repeat(sealLength);

/** Signs a document that was created with an `emptySeal`, and puts the signature into it. */
export async function sealed(
  pdf: Uint8Array,
  sign: (sha256: string) => Promise<string>,
): Promise<Uint8Array> {
  const bytes = Buffer.from(pdf);
  const place = sealPlace(bytes);
  const seal = await sign(createHash('sha256').update(bytesAround(bytes, place)).digest('base64url'));
  if (seal.length > sealLength) throw new Error('The seal is longer than its place in the document');
  bytes.write(seal.padEnd(sealLength), place.from, 'latin1');
  return bytes;
}
