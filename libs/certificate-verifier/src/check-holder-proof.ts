import { base64url } from 'jose';
import * as z from 'zod';
import { type CheckedCredential } from './check-credential';
import { acceptedDigestTexts, holderDigestMethod } from './holder-digest';
import { type IssuerKeySet } from './issuer-key-set';
import { jwsTypes } from './jws-types';
import { NotGenuine } from './not-genuine';
import { type Primitives } from './primitives.port';
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
  {
    keys,
    hmacSha256,
    domainToASCII,
  }: Pick<Primitives, 'hmacSha256' | 'domainToASCII'> & {
    readonly keys: IssuerKeySet;
  },
): Promise<void> {
  const { payload } = await verifiedPayload(jws, jwsTypes.holderProof, keys);
  const { data } = holderProof.safeParse(payload);
  if (data?.sub !== `urn:uuid:${credential.resultId}` || data.iss !== credential.issuer)
    throw new NotGenuine('The holder proof is of another certificate');
  if (!disclosure) return;
  const encoder = new TextEncoder();
  const key = encoder.encode(disclosure.salt);
  const digests = await Promise.all(
    acceptedDigestTexts(disclosure.address, domainToASCII).map(async (text) =>
      base64url.encode(await hmacSha256(key, encoder.encode(text))),
    ),
  );
  // The digest is in the file that the checker holds: there is no secret for timing to reveal.
  if (!digests.includes(data.holder.digest))
    throw new NotGenuine('The certificate was not mailed to this address, or the salt is another one');
}
