import { type SubmissionExtras, type SurveyResult } from './survey-result';
import { type VerifiableResult } from './verification-record';

/**
 * A client's name for one submission, and what the submission said: the same name and body is the same submission, wherever
 * it comes from. With another body a name is known to its client only.
 */
export interface SubmissionKey {
  readonly key: string;
  readonly body: string;
  readonly clientAddress: string;
}

/**
 * What became of a submission under a key; `replayed` names the result that it had the first time. `running` and
 * `other-body` are of an earlier submission of the same client.
 */
export type KeyedCreation =
  | { readonly kind: 'created' }
  | { readonly kind: 'replayed'; readonly resultId: string }
  | { readonly kind: 'running' }
  | { readonly kind: 'other-body' };

/** For how long a key is remembered. */
export const submissionKeyLifeMs = 24 * 60 * 60 * 1000;

/** What is kept with a result. With `deliveryId` a delivery to `submitterEmail` is queued. */
export type ResultExtras = SubmissionExtras & { readonly deliveryId?: string };

/** Survey results, by id. Ids are UUIDs; the caller has checked that. */
export abstract class ResultStore {
  /**
   * Keeps a result. With `deliveryId` a delivery of the completion email to `extras.submitterEmail` is queued in the
   * same statement: either both exist afterwards or neither (spec 6).
   */
  abstract create(
    result: SurveyResult,
    extras: SubmissionExtras & { readonly deliveryId?: string },
  ): Promise<void>;

  /**
   * Keeps a result unless one was kept under the key within `submissionKeyLifeMs`. Of several calls with one key and body
   * at the same time one creates; the others of its client learn that it is running, those of other clients wait for what
   * it created.
   */
  abstract createOnce(
    result: SurveyResult,
    extras: ResultExtras,
    submissionKey: SubmissionKey,
  ): Promise<KeyedCreation>;

  abstract find(id: string): Promise<SurveyResult | undefined>;

  /** What verification may know of a result: no answers, no personal data. */
  abstract findVerifiable(id: string): Promise<VerifiableResult | undefined>;
}
