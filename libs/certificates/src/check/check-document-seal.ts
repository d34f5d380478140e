import { z } from 'zod';
import { jwsTypes } from '../credential/jws-types';
import { sealedParts } from '../pdf/document-seal';
import { type CheckedCredential } from './check-credential';
import { type IssuerKeySet } from './issuer-key-set';
import { NotGenuine } from './not-genuine';
import { verifiedPayload } from './verified-payload';

const documentSeal = z.object({ iss: z.string(), sub: z.string(), sha256: z.string() });

/**
 * Checks that a PDF is, byte for byte, the one that the issuer made for a certificate.
 * @throws NotGenuine
 */
export async function checkDocumentSeal(
  pdf: Uint8Array,
  credential: CheckedCredential,
  keys: IssuerKeySet,
): Promise<void> {
  const { seal, sha256 } = sealedParts(pdf);
  const { payload } = await verifiedPayload(seal, jwsTypes.documentSeal, keys);
  const { data } = documentSeal.safeParse(payload);
  if (data?.sub !== `urn:uuid:${credential.resultId}` || data.iss !== credential.issuer)
    throw new NotGenuine('The seal is of another certificate');
  if (data.sha256 !== sha256) throw new NotGenuine('The file was changed after it was issued');
}
