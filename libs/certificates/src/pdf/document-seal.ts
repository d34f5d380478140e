import { bytesAround, sealLength, sealPlace } from '@governance/certificate-verifier';
import { createHash } from 'node:crypto';

export const emptySeal = ' '.repeat(sealLength);

/** Puts the signature of everything else into a document that was made with an `emptySeal`. */
export async function sealed(
  pdf: Uint8Array,
  sign: (sha256: string) => Promise<string>,
): Promise<Uint8Array> {
  const bytes = Buffer.from(pdf);
  const place = sealPlace(bytes);
  const seal = await sign(createHash('sha256').update(bytesAround(bytes, place)).digest('base64url'));
  if (seal.length > sealLength) throw new Error('The seal has no room in the document');
  bytes.write(seal.padEnd(sealLength), place.from, 'latin1');
  return bytes;
}
