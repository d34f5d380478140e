import { type SubmissionExtras, type SurveyResult } from './survey-result';
import { type VerifiableResult } from './verification-record';

/**
 * A client's idempotency key and the body it came with. The same key and body name the same submission, from any client.
 * With another body, the key conflicts only for the client that used it first.
 */
export interface SubmissionKey {
  readonly key: string;
  readonly body: string;
  readonly clientAddress: string;
}

/**
 * The outcome of a submission with a key. `replayed` contains the result of the first submission. `running` and
 * `other-body` refer to an earlier submission of the same client.
 */
export type KeyedCreation =
  | { readonly kind: 'created' }
  | { readonly kind: 'replayed'; readonly resultId: string }
  | { readonly kind: 'running' }
  | { readonly kind: 'other-body' };

/** How long a key is remembered. */
export const submissionKeyLifeMs = 24 * 60 * 60 * 1000;

/**
 * Stored with a result. With `deliveryId`, a delivery to `submitterEmail` is queued; with `reminder` too, a second one that
 * becomes due at `dueAt`.
 */
export type ResultExtras = SubmissionExtras & {
  readonly deliveryId?: string;
  readonly reminder?: { readonly deliveryId: string; readonly dueAt: Date };
};

/** Survey results, by id. Ids are UUIDs; the caller has checked that. */
export abstract class ResultStore {
  /**
   * Stores a result. With `deliveryId`, the same statement queues the completion email to `extras.submitterEmail`: either
   * both exist afterwards or neither (spec 6).
   */
  abstract create(result: SurveyResult, extras: ResultExtras): Promise<void>;

  /**
   * Stores a result unless the key was used within `submissionKeyLifeMs`. Of concurrent calls with one key and body, one
   * creates the result. The same client's other calls get `running`; those of other clients wait for the result.
   */
  abstract createOnce(
    result: SurveyResult,
    extras: ResultExtras,
    submissionKey: SubmissionKey,
  ): Promise<KeyedCreation>;

  abstract find(id: string): Promise<SurveyResult | undefined>;

  /** The data for verification: no answers, no personal data. */
  abstract findVerifiable(id: string): Promise<VerifiableResult | undefined>;
}
