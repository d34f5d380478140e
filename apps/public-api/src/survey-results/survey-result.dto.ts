import { verificationUrl } from '@governance/assessments';
import { type DomainScore, type Mode, type RemediationItem, type Tier } from '@governance/rubric';
import { type SubmittedResult } from './survey-results.service';

/** spec 2.2, and the members that decisions for its gaps have added. */
export class SurveyResultResponse {
  readonly id: string;
  readonly createdAt: string;
  readonly mode: Mode;
  readonly overallScore: number;
  readonly tier: Tier;
  readonly launchAllowed: boolean;
  readonly launchReason: string;
  readonly domainScores: readonly DomainScore[];
  readonly remediation: readonly RemediationItem[];
  readonly rubricVersion: string;
  readonly verificationUrl: string;
  readonly certificateDelivery: 'queued' | 'none';

  constructor({ result, remediation, delivery }: SubmittedResult, platformBaseUrl: string) {
    const { outcome } = result;
    this.id = result.id;
    this.createdAt = result.createdAt.toISOString();
    this.mode = result.mode;
    this.overallScore = outcome.overallScore;
    this.tier = outcome.tier;
    this.launchAllowed = outcome.launchAllowed;
    this.launchReason = outcome.launchReason;
    this.domainScores = outcome.domainScores;
    this.remediation = remediation;
    this.rubricVersion = result.rubric.version;
    this.verificationUrl = verificationUrl(platformBaseUrl, result.id);
    this.certificateDelivery = delivery;
  }
}
