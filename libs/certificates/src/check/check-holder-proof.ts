import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { acceptedHolderDigests, holderDigestMethod } from '../credential/holder-digest';
import { jwsTypes } from '../credential/jws-types';
import { type CheckedCredential } from './check-credential';
import { type IssuerKeySet } from './issuer-key-set';
import { NotGenuine } from './not-genuine';
import { verifiedPayload } from './verified-payload';

const holderProof = z.object({
  iss: z.string(),
  sub: z.string(),
  holder: z.object({ method: z.literal(holderDigestMethod), digest: z.string() }),
});

/** What a holder discloses: the address that the certificate was mailed to, and the salt that was in that email. */
export interface Disclosure {
  readonly address: string;
  readonly salt: string;
}

/**
 * Checks that a holder proof belongs to a certificate and, when they are disclosed, that address and salt are those of it.
 * @throws NotGenuine
 */
export async function checkHolderProof(
  jws: string,
  {
    credential,
    disclosure,
  }: { readonly credential: CheckedCredential; readonly disclosure?: Disclosure | undefined },
  keys: IssuerKeySet,
): Promise<void> {
  const { payload } = await verifiedPayload(jws, jwsTypes.holderProof, keys);
  const { data } = holderProof.safeParse(payload);
  if (data?.sub !== `urn:uuid:${credential.resultId}` || data.iss !== credential.issuer)
    throw new NotGenuine('The holder proof is of another certificate');
  if (!disclosure) return;
  const expected = Buffer.from(data.holder.digest);
  const accepted = acceptedHolderDigests(disclosure.address, disclosure.salt).map((digest) =>
    Buffer.from(digest),
  );
  if (!accepted.some((digest) => digest.length === expected.length && timingSafeEqual(expected, digest)))
    throw new NotGenuine('The certificate was not mailed to this address, or the salt is another one');
}
