import { type SurveyResult } from '@governance/assessments';
import { type Mode, modes, type RemediationItem, type Tier, tiers } from '@governance/rubric';
import { ApiProperty } from '@nestjs/swagger';
import { DomainScoreResponse, RemediationItemResponse } from './outcome.dto';

/** The public verification URL, and the secret URL of the result page. */
export interface ResultUrls {
  readonly verificationUrl: string;
  readonly resultUrl: string;
}

export interface DerivedResult {
  readonly result: SurveyResult;
  readonly remediation: readonly RemediationItem[];
}

/**
 * spec 2.2, and the members added by decisions for its gaps. The constructor copies the allowed members: class-transformer
 * would take 14 times as long as `JSON.stringify`, half a millisecond of each submission (docs/adr/0022).
 */
export abstract class DerivedResultResponse {
  @ApiProperty({ format: 'uuid', description: 'Identifies the result and its certificate.' })
  readonly id: string;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty({ enum: modes })
  readonly mode: Mode;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  readonly overallScore: number;

  @ApiProperty({ enum: tiers })
  readonly tier: Tier;

  @ApiProperty({ description: 'The launch verdict.' })
  readonly launchAllowed: boolean;

  @ApiProperty({ description: 'The reason for the verdict, as text for people.' })
  readonly launchReason: string;

  @ApiProperty({ type: [DomainScoreResponse], description: 'In the order of the rubric.' })
  readonly domainScores: readonly DomainScoreResponse[];

  @ApiProperty({ type: [RemediationItemResponse], description: 'What to do, most urgent first.' })
  readonly remediation: readonly RemediationItemResponse[];

  @ApiProperty({ description: 'The rubric under which the result was derived.', examples: ['1.0.0'] })
  readonly rubricVersion: string;

  @ApiProperty({ format: 'uri', description: 'The URL where anyone can verify the certificate.' })
  readonly verificationUrl: string;

  @ApiProperty({
    format: 'uri',
    description:
      'The page with the result and the plan. The URL gives access to it, and cannot be derived from the id.',
  })
  readonly resultUrl: string;

  constructor({ result, remediation }: DerivedResult, { verificationUrl, resultUrl }: ResultUrls) {
    const { outcome } = result;
    this.id = result.id;
    this.createdAt = result.createdAt.toISOString();
    this.mode = result.mode;
    this.overallScore = outcome.overallScore;
    this.tier = outcome.tier;
    this.launchAllowed = outcome.launchAllowed;
    this.launchReason = outcome.launchReason;
    this.domainScores = outcome.domainScores.map((score) => new DomainScoreResponse(score));
    this.remediation = remediation.map((item) => new RemediationItemResponse(item));
    this.rubricVersion = result.rubric.version;
    this.verificationUrl = verificationUrl;
    this.resultUrl = resultUrl;
  }
}
