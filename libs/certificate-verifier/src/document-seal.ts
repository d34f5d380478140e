import { latin1 } from './bytes';
import { NotGenuine } from './not-genuine';

/** An entry of the document's catalog, which viewers do not show. */
export const sealKey = 'AIGV_Seal';

/** Room for a compact JWS, padded with spaces. The length is fixed, so that sealing moves no other byte. */
export const sealLength = 1_536;

const opening = `/${sealKey} (`;

/** The position of the seal in a document, in bytes. */
export interface SealPlace {
  readonly from: number;
  readonly to: number;
}

/**
 * The seal of a document, and the bytes that it covers: all except its own.
 * @throws NotGenuine when it has no seal.
 */
export function sealedParts(pdf: Uint8Array): { readonly seal: string; readonly covered: Uint8Array } {
  const { from, to } = sealPlace(pdf);
  const seal = /^([\w.-]+) *$/.exec(latin1(pdf.subarray(from, to)))?.[1];
  if (seal === undefined) throw new NotGenuine('The file has no seal');
  return { seal, covered: bytesAround(pdf, { from, to }) };
}

/**
 * With two seals it would be unclear which one counts.
 * @throws NotGenuine unless the document has exactly one.
 */
export function sealPlace(pdf: Uint8Array): SealPlace {
  const text = latin1(pdf);
  const start = text.indexOf(opening);
  const from = start + opening.length;
  const to = from + sealLength;
  const single = start >= 0 && !text.includes(opening, from);
  if (!single || text.charAt(to) !== ')') throw new NotGenuine('The file has no seal');
  return { from, to };
}

export function bytesAround(pdf: Uint8Array, { from, to }: SealPlace): Uint8Array {
  const bytes = new Uint8Array(pdf.length - (to - from));
  bytes.set(pdf.subarray(0, from));
  bytes.set(pdf.subarray(to), from);
  return bytes;
}
