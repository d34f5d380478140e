import * as z from 'zod';
import { canonicalBytes } from './bytes';
import { type CheckedCredential } from './check-credential';
import { type IssuerKeySet } from './issuer-key-set';
import { jwsTypes } from './jws-types';
import { NotGenuine, Withdrawn } from './not-genuine';
import { type Primitives } from './primitives.port';
import { verifiedPayload } from './verified-payload';

const statusList = z.object({
  id: z.url(),
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('BitstringStatusListCredential')]),
  iss: z.string(),
  validFrom: z.iso.datetime(),
  credentialSubject: z.object({ statusPurpose: z.literal('revocation'), encodedList: z.string() }),
});

/** One bit for each certificate of a list. */
const listBytes = 16_384;

/**
 * Checks, with the signed list that its credential names, that a certificate was not withdrawn. Returns when the list was
 * signed; undefined when that was before the certificate was issued, because the list then does not cover it.
 * @throws Withdrawn
 * @throws NotGenuine when this is another list.
 */
export async function checkStatus(
  jws: string,
  { status, issuer, issuedAt, domain }: CheckedCredential,
  { keys, gunzip }: Pick<Primitives, 'gunzip'> & { readonly keys: IssuerKeySet },
): Promise<Date | undefined> {
  const { payload } = await verifiedPayload(jws, jwsTypes.credential, keys);
  const { data } = statusList.safeParse(payload);
  if (data?.id !== status.list || data.iss !== issuer)
    throw new NotGenuine('The status list is not the one that the credential names');
  const packed = canonicalBytes(data.credentialSubject.encodedList.replace(/^u/, ''));
  const bits = packed && (await gunzip(packed, listBytes).catch(() => undefined));
  const byte = bits?.[status.index >> 3];
  if (byte === undefined) throw new NotGenuine('The status list does not contain this certificate');
  if ((byte & (0x80 >> (status.index & 7))) !== 0) throw new Withdrawn(domain?.name);
  const signedAt = new Date(data.validFrom);
  return signedAt < issuedAt ? undefined : signedAt;
}
