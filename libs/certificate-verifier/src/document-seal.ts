import { latin1 } from './bytes';
import { NotGenuine } from './not-genuine';
import { type Place } from './place';
import { signaturePlace } from './signature-place';

/** An entry of the document's catalog, which viewers do not show. */
export const sealKey = 'AIGV_Seal';

/** Room for a compact JWS, padded with spaces. The length is fixed, so that sealing moves no other byte. */
export const sealLength = 1_536;

const opening = `/${sealKey} (`;

export interface SealedParts {
  readonly seal: string;
  /** Every byte, except those of the seal and of the signature for PDF viewers. */
  readonly covered: Uint8Array<ArrayBuffer>;
  /** Undefined in a document without a signature, as issued before November 2026. */
  readonly signature: Place | undefined;
}

/**
 * The seal of a document, and the bytes that it covers.
 * @throws NotGenuine when it has no seal.
 */
export function sealedParts(pdf: Uint8Array): SealedParts {
  const place = sealPlace(pdf);
  const seal = /^([\w.-]+) *$/.exec(latin1(pdf.subarray(place.from, place.to)))?.[1];
  if (seal === undefined) throw new NotGenuine('The file has no seal');
  const signature = signaturePlace(pdf);
  return { seal, covered: bytesOutside(pdf, signature ? [place, signature] : [place]), signature };
}

/**
 * With two seals it would be unclear which one counts.
 * @throws NotGenuine unless the document has exactly one.
 */
export function sealPlace(pdf: Uint8Array): Place {
  const text = latin1(pdf);
  const start = text.indexOf(opening);
  const from = start + opening.length;
  const to = from + sealLength;
  const single = start >= 0 && !text.includes(opening, from);
  if (!single || text.charAt(to) !== ')') throw new NotGenuine('The file has no seal');
  return { from, to };
}

/** The bytes of a document without those at some places. */
export function bytesOutside(pdf: Uint8Array, places: readonly Place[]): Uint8Array<ArrayBuffer> {
  const ordered = places.toSorted((one, other) => one.from - other.from);
  const starts = [0, ...ordered.map(({ to }) => to)];
  const pieces = starts.map((start, index) => pdf.subarray(start, ordered[index]?.from ?? pdf.length));
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
