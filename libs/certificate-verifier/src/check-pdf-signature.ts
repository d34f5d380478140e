import { type IssuerKeySet } from './issuer-key-set';
import { latin1 } from './bytes';
import { bytesOutside } from './document-seal';
import { type Place } from './place';
import { NotGenuine } from './not-genuine';
import { partsOfSignedData, signedAttributes, signedData } from './pdf-signature';
import { type Primitives } from './primitives.port';
import { signatureLength } from './signature-place';

/**
 * Checks the signature for PDF viewers, whose digits the seal of the document does not cover: the issuer made it for these bytes,
 * and it is written in the only way in which the issuer writes it. So no byte of it can change either.
 * @throws NotGenuine
 */
export async function checkPdfSignature(
  pdf: Uint8Array,
  place: Place,
  {
    keys,
    keyId,
    sha256,
    verifyEcdsa,
  }: Pick<Primitives, 'sha256' | 'verifyEcdsa'> & { readonly keys: IssuerKeySet; readonly keyId: string },
): Promise<void> {
  const digits = latin1(pdf.subarray(place.from + 1, place.to - 1));
  const { certificate, signature } = readable(() => partsOfSignedData(bytesOf(digits)));
  const attributes = signedAttributes({
    message: await sha256(bytesOutside(pdf, [place])),
    certificate: await sha256(certificate),
  });
  const written = readable(() => signedData({ certificate, attributes, signature }));
  if (digits !== hexOf(written).padEnd(2 * signatureLength, '0')) throw changed();
  const signs = await verifyEcdsa(keys.publicKey(keyId), { signature, signed: attributes });
  if (!signs) throw changed();
}

/** @throws NotGenuine when the bytes have another shape. */
function readable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof RangeError) throw changed(cause);
    throw cause;
  }
}

function bytesOf(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/[0-9a-f]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function changed(cause?: unknown): NotGenuine {
  return new NotGenuine('The signature of the file was changed after it was issued', { cause });
}
