import { type ProvenDomain } from '../domains/domain-proof';
import { type SurveyResult } from '../survey-result';

/** A signed public credential: a compact JWS, and the `kid` of its signing key. */
export interface SignedCredential {
  readonly credential: string;
  readonly keyId: string;
}

/** The place of a certificate in the status lists: list and bit, both counted from 0. */
export interface StatusEntry {
  readonly list: number;
  readonly index: number;
}

export interface Certification extends SignedCredential {
  readonly status: StatusEntry;
}

/** Certificates per list: the minimum length of the standard, which hides one certificate among the others. */
export const statusListSize = 131_072;

/** Spreads consecutive numbers over the list; odd, so that no two numbers share a bit. */
const spread = 48_271;

/** The place of the nth certificate, counted from 0. */
export function statusEntryOf(number: number): StatusEntry {
  const place = number % statusListSize;
  return { list: (number - place) / statusListSize, index: (place * spread) % statusListSize };
}

/** The content of a credential. A result has one credential without a domain, and another one with each domain that is proven. */
export type CertifiableResult = SurveyResult & { readonly domain?: ProvenDomain };

/** Signs credentials. Only the worker has one. */
export abstract class CredentialSigner {
  abstract sign(result: CertifiableResult, status: StatusEntry): Promise<SignedCredential>;
}
