import { type Evidence } from './evidence/evidence';
import { type Answers, type Mode, type Outcome, type RubricReference } from '@governance/rubric';

/** A scored self-assessment. `id` is a random UUID and also names the certificate. */
export interface SurveyResult {
  readonly id: string;
  readonly createdAt: Date;
  readonly mode: Mode;
  readonly rubric: RubricReference;
  readonly answers: Answers;
  readonly outcome: Outcome;
}

/** Confidential data of a submission: stored sealed. Address and notes are never shown. */
export interface SubmissionExtras {
  readonly submitterEmail?: string;
  readonly notes?: string;
  /** In canonical form. Printed in the PDF, and listed by organizations that attach the result. */
  readonly organizationName?: string;
  /** Not empty. Shown to the holder of the result alone. */
  readonly evidence?: Evidence;
  /** The submitter's client address, for the email budgets; only a hash of it is stored. */
  readonly clientAddress?: string;
}
