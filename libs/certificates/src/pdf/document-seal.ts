import { createHash } from 'node:crypto';
import { NotGenuine } from '../check/not-genuine';

/** In the catalog of the document, where only programs look. */
export const sealKey = 'AIGV_Seal';

/** Room for a compact JWS; what it leaves is spaces. The length is fixed, so that sealing moves nothing. */
const sealLength = 1_536;

export const emptySeal = ' '.repeat(sealLength);

const opening = Buffer.from(`/${sealKey} (`);

interface SealPlace {
  readonly from: number;
  readonly to: number;
}

/** Puts the signature of everything else into a document that was made with an `emptySeal`. */
export async function sealed(
  pdf: Uint8Array,
  sign: (sha256: string) => Promise<string>,
): Promise<Uint8Array> {
  const bytes = Buffer.from(pdf);
  const place = sealPlace(bytes);
  const seal = await sign(digestAround(bytes, place));
  if (seal.length > sealLength) throw new Error('The seal has no room in the document');
  bytes.write(seal.padEnd(sealLength), place.from, 'latin1');
  return bytes;
}

/**
 * The seal of a document, and the digest of all that it covers.
 * @throws NotGenuine when it has none.
 */
export function sealedParts(pdf: Uint8Array): { readonly seal: string; readonly sha256: string } {
  const bytes = Buffer.from(pdf);
  const place = sealPlace(bytes);
  const seal = /^([\w.-]+) *$/.exec(bytes.toString('latin1', place.from, place.to))?.[1];
  if (seal === undefined) throw new NotGenuine('The file has no seal');
  return { seal, sha256: digestAround(bytes, place) };
}

/** A second seal would leave it open which of them counts. */
function sealPlace(bytes: Buffer): SealPlace {
  const start = bytes.indexOf(opening);
  const from = start + opening.length;
  const to = from + sealLength;
  const single = start >= 0 && !bytes.includes(opening, from);
  if (!single || bytes.toString('latin1', to, to + 1) !== ')') throw new NotGenuine('The file has no seal');
  return { from, to };
}

function digestAround(bytes: Buffer, { from, to }: SealPlace): string {
  return createHash('sha256').update(bytes.subarray(0, from)).update(bytes.subarray(to)).digest('base64url');
}
