import { latin1 } from './bytes';
import { type Place } from './place';
import { NotGenuine } from './not-genuine';

/** Room for the signature, in bytes; its hexadecimal digits take twice as many. Fixed, so that signing moves no other byte. */
export const signatureLength = 4_096;

const opening = '/ByteRange';

/**
 * The bytes that the signature for PDF viewers does not cover: its own digits with their brackets. Undefined in a document
 * without one.
 * @throws NotGenuine when there are two, or when it covers less than the rest of the file.
 */
export function signaturePlace(pdf: Uint8Array): Place | undefined {
  const text = latin1(pdf);
  const places = text.split(opening).length - 1;
  if (places === 0) return undefined;
  const at = text.indexOf(opening);
  const range = /^\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(text.slice(at, at + 80));
  const [from = 0, to = 0, rest = 0] = (range ?? []).slice(1).map(Number);
  const hole = to - from === 2 * signatureLength + 2 && /^<[^<>]+>$/.test(text.slice(from, to));
  if (places > 1 || !hole || to + rest !== pdf.length)
    throw new NotGenuine('The signature of the file does not cover all of it');
  return { from, to };
}
