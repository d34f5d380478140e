import { type Answers, type Mode, type Outcome, type RubricReference } from '@governance/rubric';

/** A scored self-assessment, as it is kept. `id` is a random UUID and names the certificate too. */
export interface SurveyResult {
  readonly id: string;
  readonly createdAt: Date;
  readonly mode: Mode;
  readonly rubric: RubricReference;
  readonly answers: Answers;
  readonly outcome: Outcome;
}

/** What came with a submission and is nobody else's business: kept sealed, shown nowhere. */
export interface SubmissionExtras {
  readonly submitterEmail?: string;
  readonly notes?: string;
  /** Who submitted, as the email budgets count it; only a hash of it is kept. */
  readonly clientAddress?: string;
}
