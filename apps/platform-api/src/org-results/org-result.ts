import { type AttachedResult, type AttachedResultDetails } from '@governance/assessments';
import { type FrameworkGaps } from '@governance/rubric';

/** An entry of the list: an attached result, what came before it, and how far its answers are from each framework. */
export interface OrgResult extends AttachedResult, Pick<AttachedResultDetails, 'launchReason'> {
  /** The result before it of the same client. */
  readonly earlier: AttachedResult | undefined;
  /** No later result of the same client and mode is in the list. */
  readonly isLatest: boolean;
  readonly gaps: readonly FrameworkGaps[];
}
