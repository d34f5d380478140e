import { base64url } from 'jose';
import * as z from 'zod';
import { type CheckedCredential } from './check-credential';
import { checkPdfSignature } from './check-pdf-signature';
import { sealedParts } from './document-seal';
import { type IssuerKeySet } from './issuer-key-set';
import { jwsTypes } from './jws-types';
import { NotGenuine } from './not-genuine';
import { type Primitives } from './primitives.port';
import { verifiedPayload } from './verified-payload';

const documentSeal = z.object({ iss: z.string(), sub: z.string(), sha256: z.string() });

/**
 * Checks that a PDF is byte for byte the one that the issuer made for a certificate.
 * @throws NotGenuine
 */
export async function checkDocumentSeal(
  pdf: Uint8Array,
  credential: CheckedCredential,
  tools: Pick<Primitives, 'sha256' | 'verifyEcdsa'> & { readonly keys: IssuerKeySet },
): Promise<void> {
  const { keys, sha256 } = tools;
  const { seal, covered, signature } = sealedParts(pdf);
  const { keyId, payload } = await verifiedPayload(seal, jwsTypes.documentSeal, keys);
  const { data } = documentSeal.safeParse(payload);
  if (data?.sub !== `urn:uuid:${credential.resultId}` || data.iss !== credential.issuer)
    throw new NotGenuine('The seal belongs to another certificate');
  if (data.sha256 !== base64url.encode(await sha256(covered)))
    throw new NotGenuine('The file was changed after it was issued');
  // The seal and the signature of a document have the same key.
  if (signature) await checkPdfSignature(pdf, signature, { ...tools, keyId });
}
