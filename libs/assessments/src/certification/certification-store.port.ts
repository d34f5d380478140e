import { type SurveyResult } from '../survey-result';
import { type Certification, type StatusEntry } from './certification';

/** A credential, and the result that it is about. */
export interface CertifiedResult {
  readonly resultId: string;
  readonly certification: Certification;
}

/** Credentials, kept with their results. A result has one for good: what is kept is never replaced. */
export abstract class CertificationStore {
  /** Results that have no credential yet and are not withdrawn, oldest first. */
  abstract uncertified(limit: number): Promise<readonly SurveyResult[]>;

  /** So many places that no other certificate has or will have. */
  abstract takeStatusEntries(count: number): Promise<readonly StatusEntry[]>;

  /** Keeps the credentials of those results that have none. */
  abstract keep(certified: readonly CertifiedResult[]): Promise<void>;

  abstract find(resultId: string): Promise<Certification | undefined>;
}
