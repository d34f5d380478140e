import { type HolderProof } from '@governance/assessments';
import { acceptedDigestTexts } from '@governance/certificate-verifier';
import { decodeJwt } from 'jose';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { domainToASCII } from 'node:url';

/** What a holder shows: the address that a certificate was mailed to, and the ownership code of that mail. */
export interface Ownership {
  readonly address: string;
  readonly code: string;
}

/**
 * Whether a holder proof of our own store was made for this address and code. Without a proof it is never true, and takes as long.
 */
export function isHolder(known: HolderProof | undefined, { address, code }: Ownership): boolean {
  const digest = known ? digestIn(known) : randomBytes(32);
  const matches = acceptedDigestTexts(address, domainToASCII).map((text) =>
    timingSafeEqual(createHmac('sha256', code).update(text).digest(), digest),
  );
  return known !== undefined && matches.includes(true);
}

function digestIn({ proof }: HolderProof): Buffer {
  const { holder } = decodeJwt<{ readonly holder: { readonly digest: string } }>(proof);
  return Buffer.from(holder.digest, 'base64url');
}
