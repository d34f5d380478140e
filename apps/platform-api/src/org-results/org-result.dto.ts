import { type EarlierResult, renewBy } from '@governance/assessments';
import { type Page } from '@governance/http';
import { type Mode, modes, type Tier, tiers } from '@governance/rubric';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { type OrgResult } from './org-result';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }] };

@ApiSchema({ name: 'FrameworkGaps', description: 'How far the answers are from a framework.' })
export class FrameworkGapsResponse {
  @ApiProperty({ description: 'The framework, by its id in the rubric.' })
  readonly id!: string;

  @ApiProperty()
  readonly name!: string;

  @ApiProperty({ type: 'integer', description: 'The parts of the framework that the questions cite.' })
  readonly clauses!: number;

  @ApiProperty({ type: 'integer', description: 'Those with an answer below 3 (Yes).' })
  readonly gaps!: number;
}

@ApiSchema({ name: 'EarlierResult', description: 'The result before, of the same client and mode.' })
export class EarlierResultResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  readonly overall_score: number;

  @ApiProperty({ enum: tiers })
  readonly tier: Tier;

  @ApiProperty({ type: 'integer', description: 'The `overall_score` of the newer result, minus this one.' })
  readonly score_change: number;

  constructor(earlier: EarlierResult, overallScore: number) {
    this.id = earlier.id;
    this.created_at = earlier.createdAt.toISOString();
    this.overall_score = earlier.overallScore;
    this.tier = earlier.tier;
    this.score_change = overallScore - earlier.overallScore;
  }
}

/** Its input has no answers, address, notes, evidence or capability, so it cannot contain one. */
@ApiSchema({ name: 'OrgResult', description: 'An attached result. New members may be added.' })
export class OrgResultResponse {
  @ApiProperty({ format: 'uuid', description: 'The id of the result and its certificate.' })
  readonly id: string;

  @ApiProperty({ format: 'date-time', description: 'The time of the submission.' })
  readonly created_at: string;

  @ApiProperty({ format: 'date-time' })
  readonly attached_at: string;

  @ApiProperty({ format: 'uuid', description: 'The client of the organization that it belongs to.' })
  readonly client_id: string;

  @ApiProperty({ enum: modes })
  readonly mode: Mode;

  @ApiProperty({
    ...textOrNull,
    description:
      'The organization name that the submitter declared, not checked. Null without one, and after the retention period.',
  })
  readonly client_name: string | null;

  @ApiProperty({ ...textOrNull, description: 'The domain that the holder has proven.' })
  readonly domain: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  readonly overall_score: number;

  @ApiProperty({ enum: tiers })
  readonly tier: Tier;

  @ApiProperty({ description: 'The launch verdict.' })
  readonly launch_allowed: boolean;

  @ApiProperty({ description: 'The reason of the verdict.' })
  readonly launch_reason: string;

  @ApiProperty({ description: 'The version of the rubric that the result derives from.' })
  readonly rubric_version: string;

  @ApiProperty({
    oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
    description: 'Since when its certificate no longer counts. Trends leave such a result out.',
  })
  readonly withdrawn_at: string | null;

  @ApiProperty({
    format: 'date-time',
    description: 'When to assess again, twelve months after the submission. Advice only.',
  })
  readonly renew_by: string;

  @ApiProperty({
    oneOf: [{ $ref: '#/components/schemas/EarlierResult' }, { type: 'null' }],
    description:
      'The latest earlier result of the same client and mode. Null for a result that is withdrawn, and never one.',
  })
  readonly earlier: EarlierResultResponse | null;

  @ApiProperty({
    description:
      'Whether the organization has no later result of the same client and mode that counts. False for a result that is withdrawn.',
  })
  readonly latest: boolean;

  @ApiProperty({ type: [FrameworkGapsResponse], description: 'In a fixed order.' })
  readonly frameworks: readonly FrameworkGapsResponse[];

  constructor(result: OrgResult) {
    this.id = result.id;
    this.created_at = result.createdAt.toISOString();
    this.attached_at = result.attachedAt.toISOString();
    this.client_id = result.clientId;
    this.mode = result.mode;
    this.client_name = result.clientName ?? null;
    this.domain = result.domain?.name ?? null;
    this.overall_score = result.overallScore;
    this.tier = result.tier;
    this.launch_allowed = result.launchAllowed;
    this.launch_reason = result.launchReason;
    this.rubric_version = result.rubric.version;
    this.withdrawn_at = result.withdrawal?.at.toISOString() ?? null;
    this.renew_by = renewBy(result.createdAt).toISOString();
    this.earlier = result.earlier ? new EarlierResultResponse(result.earlier, result.overallScore) : null;
    this.latest = result.isLatest;
    this.frameworks = result.gaps;
  }
}

@ApiSchema({ name: 'OrgResultList' })
export class OrgResultListResponse {
  @ApiProperty({ type: [OrgResultResponse], description: 'Newest first.' })
  readonly results: readonly OrgResultResponse[];

  @ApiPropertyOptional({ description: 'The `cursor` of the next page. Absent on the last page.' })
  readonly next_cursor?: string;

  constructor({ entries, nextCursor }: Page<OrgResult>) {
    this.results = entries.map((result) => new OrgResultResponse(result));
    if (nextCursor !== undefined) this.next_cursor = nextCursor;
  }
}
