import { type Mode, modes, type Tier, tiers } from '@governance/rubric';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { DomainScoreResponse, RemediationItemResponse } from './outcome.dto';
import { type SubmittedResult } from './survey-results.service';

/** Where a result can be looked at: by anyone, and by whoever has the address. */
export interface ResultUrls {
  readonly verificationUrl: string;
  readonly resultUrl: string;
}

/**
 * spec 2.2, and the members that decisions for its gaps have added. The constructor is the allow-list: class-transformer
 * would take 14 times as long as `JSON.stringify` here, half a millisecond of each submission (docs/adr/0022).
 */
@ApiSchema({ name: 'SurveyResult', description: 'What was derived from the answers. Members may be added.' })
export class SurveyResultResponse {
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

  @ApiProperty({ description: 'The reason for the verdict, to be read.' })
  readonly launchReason: string;

  @ApiProperty({ type: [DomainScoreResponse], description: 'In the order of the rubric.' })
  readonly domainScores: readonly DomainScoreResponse[];

  @ApiProperty({ type: [RemediationItemResponse], description: 'What to do, most urgent first.' })
  readonly remediation: readonly RemediationItemResponse[];

  @ApiProperty({ description: 'The rubric under which the result was derived.', examples: ['1.0.0'] })
  readonly rubricVersion: string;

  @ApiProperty({ format: 'uri', description: 'Where anyone can verify the certificate.' })
  readonly verificationUrl: string;

  @ApiProperty({
    format: 'uri',
    description:
      'The page with the result and the plan, for whoever has this address: it is not to be had from the id.',
  })
  readonly resultUrl: string;

  @ApiProperty({
    enum: ['queued', 'none'],
    description: '`none`: no address was given. `queued`: the certificate is on its way to the address.',
  })
  readonly certificateDelivery: 'queued' | 'none';

  constructor(
    { result, remediation, delivery }: SubmittedResult,
    { verificationUrl, resultUrl }: ResultUrls,
  ) {
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
    this.certificateDelivery = delivery;
  }
}
