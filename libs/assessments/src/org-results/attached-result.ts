import { type ListPosition } from '@governance/iam';
import { type Answers, type Mode, type RubricReference, type Tier } from '@governance/rubric';
import { type Withdrawal } from '../certification/withdrawal';
import { type ProvenDomain } from '../domains/domain-proof';

/** A result in the list of an organization. `createdAt` is the time of the submission. */
export interface AttachedResult extends ListPosition {
  readonly attachedAt: Date;
  /** The client of the organization that it belongs to (ADR 71). */
  readonly clientId: string;
  readonly mode: Mode;
  readonly rubric: RubricReference;
  readonly overallScore: number;
  readonly tier: Tier;
  readonly launchAllowed: boolean;
  readonly launchReason: string;
  readonly answers: Answers;
  /** The name that the submitter declared, until erasure or retention removes it. */
  readonly clientName?: string;
  readonly domain?: ProvenDomain;
  /** Its certificate no longer counts. */
  readonly withdrawal?: Withdrawal;
  /** No later result of the same client and mode counts. False for a withdrawn one. */
  readonly isLatest: boolean;
  /** The one before it of the same client and mode. Withdrawn ones count on neither side. */
  readonly earlier?: EarlierResult;
}

/** What a result is compared with. */
export interface EarlierResult extends ListPosition {
  readonly overallScore: number;
  readonly tier: Tier;
}
