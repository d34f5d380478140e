import { type SurveyResult } from '../survey-result';

/** A signed public credential: a compact JWS, and the name of the key that signed it. */
export interface SignedCredential {
  readonly credential: string;
  readonly keyId: string;
}

/** Where a certificate's withdrawal would be seen: a bit of a published list, both counted from 0. */
export interface StatusEntry {
  readonly list: number;
  readonly index: number;
}

/** What a result has that is certified. */
export interface Certification extends SignedCredential {
  readonly status: StatusEntry;
}

/** So many certificates share a list: the least that the standard allows, which hides one among them. */
export const statusListSize = 131_072;

/** Neighbours in number are strangers in the list; odd, so that no two numbers share a bit. */
const spread = 48_271;

/** The bit of the nth certificate, counted from 0. */
export function statusEntryOf(number: number): StatusEntry {
  const place = number % statusListSize;
  return { list: (number - place) / statusListSize, index: (place * spread) % statusListSize };
}

/** What signs credentials. Only the worker has one. */
export abstract class CredentialSigner {
  abstract sign(result: SurveyResult, status: StatusEntry): Promise<SignedCredential>;
}
