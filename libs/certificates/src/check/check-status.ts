import { z } from 'zod';
import { jwsTypes } from '../credential/jws-types';
import { bitOf } from '../credential/status-list-document';
import { type CheckedCredential } from './check-credential';
import { type IssuerKeySet } from './issuer-key-set';
import { NotGenuine } from './not-genuine';
import { verifiedPayload } from './verified-payload';

const statusList = z.object({
  id: z.url(),
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('BitstringStatusListCredential')]),
  iss: z.string(),
  validFrom: z.iso.datetime(),
  credentialSubject: z.object({ statusPurpose: z.literal('revocation'), encodedList: z.string() }),
});

/**
 * Checks that a certificate was not withdrawn, by the signed list that its credential names. Gives when the list was signed.
 * @throws NotGenuine when it was withdrawn, or this is not that list.
 */
export async function checkStatus(
  jws: string,
  { status, issuer }: CheckedCredential,
  keys: IssuerKeySet,
): Promise<Date> {
  const { payload } = await verifiedPayload(jws, jwsTypes.credential, keys);
  const { data } = statusList.safeParse(payload);
  if (data?.id !== status.list || data.iss !== issuer)
    throw new NotGenuine('The status list is not the one that the credential names');
  if (bitOf(data.credentialSubject.encodedList, status.index)) throw new NotGenuine('It was withdrawn');
  return new Date(data.validFrom);
}
