import { type SurveyResult } from '../survey-result';
import { type Certification, type StatusEntry } from './certification';

/** A credential and its result. */
export interface CertifiedResult {
  readonly resultId: string;
  readonly certification: Certification;
}

/** Credentials, stored with their results. A result keeps its first credential: it is never replaced. */
export abstract class CertificationStore {
  /** Results that have no credential and are not withdrawn, oldest first. */
  abstract uncertified(limit: number): Promise<readonly SurveyResult[]>;

  /** Reserves unique places in the status lists. */
  abstract takeStatusEntries(count: number): Promise<readonly StatusEntry[]>;

  /** Stores the credentials of results that have none. */
  abstract keep(certified: readonly CertifiedResult[]): Promise<void>;

  abstract find(resultId: string): Promise<Certification | undefined>;
}
