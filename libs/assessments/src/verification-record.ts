import { type Mode, type RubricReference, type Tier } from '@governance/rubric';
import { renewBy } from './renewal';

/** The part of a result that verification reads: nothing in it is personal data (spec 2.5). */
export interface VerifiableResult {
  readonly id: string;
  readonly createdAt: Date;
  readonly mode: Mode;
  readonly overallScore: number;
  readonly tier: Tier;
  readonly launchAllowed: boolean;
  readonly rubric: RubricReference;
}

/** The record that the verify endpoints answer. `valid` is what counts: an unknown id has a record too. */
export type VerificationRecord = ValidRecord | NotFoundRecord;

interface RecordBase {
  readonly id: string;
  readonly issuer: string;
  readonly selfAssessment: true;
  readonly verifiedAt: string;
}

export interface NotFoundRecord extends RecordBase {
  readonly valid: false;
  readonly status: 'not_found';
}

export interface ValidRecord extends RecordBase {
  readonly valid: true;
  readonly status: 'valid';
  readonly issuedAt: string;
  /** Twelve months after issue: advice, the record stays valid. */
  readonly renewBy: string;
  readonly mode: Mode;
  readonly overallScore: number;
  readonly tier: Tier;
  readonly launchAllowed: boolean;
  readonly rubric: RubricReference & { readonly url: string };
}

/** The record for an id, and for the result found under it, if any. `publicBaseUrl` is {base_url}. */
export function verificationRecord(
  id: string,
  result: VerifiableResult | undefined,
  context: { readonly publicBaseUrl: string; readonly now: Date },
): VerificationRecord {
  const issuer = context.publicBaseUrl;
  const verifiedAt = context.now.toISOString();
  if (result === undefined) {
    return { id, valid: false, status: 'not_found', issuer, selfAssessment: true, verifiedAt };
  }
  return {
    id: result.id,
    valid: true,
    status: 'valid',
    issuedAt: result.createdAt.toISOString(),
    renewBy: renewBy(result.createdAt).toISOString(),
    mode: result.mode,
    overallScore: result.overallScore,
    tier: result.tier,
    launchAllowed: result.launchAllowed,
    rubric: { ...result.rubric, url: `${context.publicBaseUrl}/assessment/${result.rubric.version}.json` },
    issuer,
    selfAssessment: true,
    verifiedAt,
  };
}
