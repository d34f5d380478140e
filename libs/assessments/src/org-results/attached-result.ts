import { type ListPosition } from '@governance/iam';
import { type Answers, type Mode, type RubricReference, type Tier } from '@governance/rubric';
import { type Withdrawal } from '../certification/withdrawal';
import { type ProvenDomain } from '../domains/domain-proof';

/** A result in the list of an organization, without its details. `createdAt` is the time of the submission. */
export interface AttachedResult extends ListPosition {
  readonly attachedAt: Date;
  /** The same for results of one client, as recognised when they were attached: the id of one of them. It outlasts the names. */
  readonly clientId: string;
  readonly mode: Mode;
  readonly rubric: RubricReference;
  readonly overallScore: number;
  readonly tier: Tier;
  readonly launchAllowed: boolean;
  /** The name that the submitter declared, until erasure or retention removes it. */
  readonly clientName?: string;
  readonly domain?: ProvenDomain;
  /** Its certificate no longer counts. */
  readonly withdrawal?: Withdrawal;
}

/** What no comparison of results needs: most of what is stored of a result. */
export interface AttachedResultDetails {
  readonly launchReason: string;
  readonly answers: Answers;
}
