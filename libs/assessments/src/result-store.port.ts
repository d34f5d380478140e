import { type SubmissionExtras, type SurveyResult } from './survey-result';
import { type VerifiableResult } from './verification-record';

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

  abstract find(id: string): Promise<SurveyResult | undefined>;

  /** What verification may know of a result: no answers, no personal data. */
  abstract findVerifiable(id: string): Promise<VerifiableResult | undefined>;
}
