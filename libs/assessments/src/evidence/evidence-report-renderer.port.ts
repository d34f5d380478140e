import { type SurveyResult } from '../survey-result';
import { type Evidence } from './evidence';
import { type Rubric } from '@governance/rubric';

/** What a report is made from. `result` was answered with `rubric`. */
export interface EvidenceReport {
  readonly result: SurveyResult;
  readonly rubric: Rubric;
  readonly evidence: Evidence;
}

/** Makes the PDF that a holder hands over: their own statements, unsigned and no certificate. */
export abstract class EvidenceReportRenderer {
  abstract render(report: EvidenceReport): Promise<Uint8Array>;
}
