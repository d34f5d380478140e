import { type AttachedResult } from '@governance/assessments';
import { type FrameworkGaps } from '@governance/rubric';

/** An entry of the list: an attached result, and how far its answers are from each framework. */
export interface OrgResult extends Omit<AttachedResult, 'answers'> {
  readonly gaps: readonly FrameworkGaps[];
}
