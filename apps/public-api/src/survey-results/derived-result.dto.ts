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

/** spec 2.2, and the members added by decisions for its gaps. */
export abstract class DerivedResultResponse {
  @ApiProperty({ format: 'uuid', description: 'Identifies the result and its certificate.' })
  readonly id!: string;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt!: string;

  @ApiProperty({ enum: modes })
  readonly mode!: Mode;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  readonly overallScore!: number;

  @ApiProperty({ enum: tiers })
  readonly tier!: Tier;

  @ApiProperty({ description: 'The launch verdict.' })
  readonly launchAllowed!: boolean;

  @ApiProperty({ description: 'The reason for the verdict, as text for people.' })
  readonly launchReason!: string;

  @ApiProperty({ type: [DomainScoreResponse], description: 'In the order of the rubric.' })
  readonly domainScores!: readonly DomainScoreResponse[];

  @ApiProperty({ type: [RemediationItemResponse], description: 'What to do, most urgent first.' })
  readonly remediation!: readonly RemediationItemResponse[];

  @ApiProperty({ description: 'The rubric under which the result was derived.', examples: ['1.0.0'] })
  readonly rubricVersion!: string;

  @ApiProperty({ format: 'uri', description: 'The URL where anyone can verify the certificate.' })
  readonly verificationUrl!: string;

  @ApiProperty({
    format: 'uri',
    description:
      'The page with the result and the plan. The URL gives access to it, and cannot be derived from the id.',
  })
  readonly resultUrl!: string;
}

/** With other members of the result's outcome, for `allowListed()`. */
export function derivedResult(
  { result, remediation }: DerivedResult,
  urls: ResultUrls,
): Readonly<DerivedResultResponse> {
  const { id, mode, outcome, rubric } = result;
  const createdAt = result.createdAt.toISOString();
  return { ...outcome, ...urls, id, createdAt, mode, remediation, rubricVersion: rubric.version };
}
