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

/** A holder's disclosure: the address that the certificate was mailed to, and the ownership code (`salt`) of that mail. */
export interface Disclosure {
  readonly address: string;
  readonly salt: string;
}

/**
 * Checks that a holder proof belongs to a certificate and, with a disclosure, that it was made for that address and code.
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
    throw new NotGenuine('The holder proof belongs to another certificate');
  if (!disclosure) return;
  const encoder = new TextEncoder();
  const key = encoder.encode(disclosure.salt);
  const digests = await Promise.all(
    acceptedDigestTexts(disclosure.address, domainToASCII).map(async (text) =>
      base64url.encode(await hmacSha256(key, encoder.encode(text))),
    ),
  );
  // The file contains the digest, so timing reveals no secret.
  if (!digests.includes(data.holder.digest))
    throw new NotGenuine('The certificate was not mailed to this address, or the ownership code is wrong');
}
