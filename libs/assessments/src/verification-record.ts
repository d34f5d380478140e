import { type Mode, type RubricReference, type Tier } from '@governance/rubric';
import { type LoggedCredential } from './certificate-log/certificate-log-store.port';
import { type SignedCredential } from './certification/certification';
import { type Withdrawal, type WithdrawalReason } from './certification/withdrawal';
import { type ProvenDomain } from './domains/domain-proof';
import { renewBy } from './renewal';

/** The part of a result that verification reads. Contains no personal data (spec 2.5). */
export interface VerifiableResult {
  readonly id: string;
  readonly createdAt: Date;
  readonly mode: Mode;
  readonly overallScore: number;
  readonly tier: Tier;
  readonly launchAllowed: boolean;
  readonly rubric: RubricReference;
  /** Absent for the first seconds, until the worker has certified the result. */
  readonly signed?: SignedCredential;
  readonly withdrawal?: Withdrawal;
  /** The domain that `signed` shows. */
  readonly domain?: ProvenDomain;
  /** That the public log has `signed`. Absent for the first seconds, for certificates of before the log, and for erased ones. */
  readonly logged?: LoggedCredential;
}

/** The response of the verify endpoints. Check `valid`: an unknown id has a record too. */
export type VerificationRecord = ValidRecord | WithdrawnRecord | NotFoundRecord;

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

/** Omits the result, which is no longer valid. */
export interface WithdrawnRecord extends RecordBase {
  readonly valid: false;
  readonly status: 'withdrawn';
  readonly issuedAt: string;
  readonly withdrawnAt: string;
  readonly withdrawalReason: WithdrawalReason;
}

export interface ValidRecord extends RecordBase {
  readonly valid: true;
  readonly status: 'valid';
  readonly issuedAt: string;
  /** Twelve months after issue. Advice only: the record stays valid. */
  readonly renewBy: string;
  readonly mode: Mode;
  readonly overallScore: number;
  readonly tier: Tier;
  readonly launchAllowed: boolean;
  readonly rubric: RubricReference & { readonly url: string };
  /** A domain that the holder has proven, and can take back. It names an organization, not a person. */
  readonly domain?: { readonly name: string; readonly provenAt: string };
  /** The signed credential, a compact JWS. Absent for the first seconds, until the result is certified. */
  readonly credential?: string;
  /** The key that signed it, by its `kid` in `.well-known/jwks.json`. */
  readonly keyId?: string;
  /** The number of its entry in the public log. */
  readonly logEntry?: number;
  /** That the log has it (C2SP tlog-proof). */
  readonly logProof?: string;
}

/** The record for an id, and for the result stored under it, if any. `publicBaseUrl` is {base_url}. */
export function verificationRecord(
  id: string,
  result: VerifiableResult | undefined,
  context: { readonly publicBaseUrl: string; readonly now: Date },
): VerificationRecord {
  const verifiedAt = context.now.toISOString();
  const base = { id, issuer: context.publicBaseUrl, selfAssessment: true, verifiedAt } as const;
  if (result === undefined) return { ...base, valid: false, status: 'not_found' };
  const issuedAt = result.createdAt.toISOString();
  const { withdrawal } = result;
  if (withdrawal !== undefined) {
    const withdrawnAt = withdrawal.at.toISOString();
    return {
      ...base,
      valid: false,
      status: 'withdrawn',
      issuedAt,
      withdrawnAt,
      withdrawalReason: withdrawal.reason,
    };
  }
  return {
    ...base,
    valid: true,
    status: 'valid',
    issuedAt,
    renewBy: renewBy(result.createdAt).toISOString(),
    mode: result.mode,
    overallScore: result.overallScore,
    tier: result.tier,
    launchAllowed: result.launchAllowed,
    rubric: { ...result.rubric, url: `${context.publicBaseUrl}/assessment/${result.rubric.version}.json` },
    ...(result.domain && { domain: domainOf(result.domain) }),
    ...result.signed,
    ...(result.logged && { logEntry: result.logged.entry, logProof: result.logged.proof }),
  };
}

function domainOf({ name, provenAt }: ProvenDomain): NonNullable<ValidRecord['domain']> {
  return { name, provenAt: provenAt.toISOString() };
}
