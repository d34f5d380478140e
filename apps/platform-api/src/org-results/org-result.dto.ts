import { type AttachedResult, renewBy } from '@governance/assessments';
import { type Page } from '@governance/http';
import { type FrameworkGaps, type Mode, modes, type Tier, tiers } from '@governance/rubric';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { type OrgResult } from './org-result';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }] };

@ApiSchema({ name: 'FrameworkGaps', description: 'How far the answers are from a framework.' })
export class FrameworkGapsResponse {
  @ApiProperty({ type: 'string', description: 'The framework, by its id in the rubric.' })
  @Expose()
  readonly id: string;

  @ApiProperty({ type: 'string' })
  @Expose()
  readonly name: string;

  @ApiProperty({ type: 'integer', description: 'The parts of the framework that the questions cite.' })
  @Expose()
  readonly clauses: number;

  @ApiProperty({ type: 'integer', description: 'Those with an answer below 3 (Yes).' })
  @Expose()
  readonly gaps: number;

  constructor({ id, name, clauses, gaps }: FrameworkGaps) {
    this.id = id;
    this.name = name;
    this.clauses = clauses;
    this.gaps = gaps;
  }
}

@ApiSchema({ name: 'EarlierResult', description: 'The result before, of the same client and mode.' })
export class EarlierResultResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  @Expose()
  readonly id: string;

  @ApiProperty({ type: 'string', format: 'date-time' })
  @Expose()
  readonly created_at: string;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  @Expose()
  readonly overall_score: number;

  @ApiProperty({ enum: tiers })
  @Expose()
  readonly tier: Tier;

  @ApiProperty({ type: 'integer', description: 'The `overall_score` of the newer result, minus this one.' })
  @Expose()
  readonly score_change: number;

  constructor(earlier: AttachedResult, { overallScore }: AttachedResult) {
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
  @ApiProperty({ type: 'string', format: 'uuid', description: 'The id of the result and its certificate.' })
  @Expose()
  readonly id: string;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'The time of the submission.' })
  @Expose()
  readonly created_at: string;

  @ApiProperty({ type: 'string', format: 'date-time' })
  @Expose()
  readonly attached_at: string;

  @ApiProperty({ enum: modes })
  @Expose()
  readonly mode: Mode;

  @ApiProperty({
    ...textOrNull,
    description:
      'The organization name that the submitter declared, not checked. Null without one, and after the retention period.',
  })
  @Expose()
  readonly client_name: string | null;

  @ApiProperty({ ...textOrNull, description: 'The domain that the holder has proven.' })
  @Expose()
  readonly domain: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  @Expose()
  readonly overall_score: number;

  @ApiProperty({ enum: tiers })
  @Expose()
  readonly tier: Tier;

  @ApiProperty({ type: 'boolean', description: 'The launch verdict.' })
  @Expose()
  readonly launch_allowed: boolean;

  @ApiProperty({ type: 'string', description: 'The reason of the verdict.' })
  @Expose()
  readonly launch_reason: string;

  @ApiProperty({ type: 'string', description: 'The version of the rubric that the result derives from.' })
  @Expose()
  readonly rubric_version: string;

  @ApiProperty({
    oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
    description: 'Since when its certificate no longer counts. Trends leave such a result out.',
  })
  @Expose()
  readonly withdrawn_at: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'When to assess again, twelve months after the submission. Advice only.',
  })
  @Expose()
  readonly renew_by: string;

  @ApiProperty({
    oneOf: [{ $ref: '#/components/schemas/EarlierResult' }, { type: 'null' }],
    description:
      'The latest earlier result in this list with the same mode, and the same client name in any case or the same domain. A client is recognised when a result is attached, so this stays when names end.',
  })
  @Expose()
  @Type(() => EarlierResultResponse)
  readonly earlier: EarlierResultResponse | null;

  @ApiProperty({
    type: 'boolean',
    description:
      'Whether no later result of the same client and mode is in this list. False for a result that is withdrawn.',
  })
  @Expose()
  readonly latest: boolean;

  @ApiProperty({ type: [FrameworkGapsResponse], description: 'In a fixed order.' })
  @Expose()
  @Type(() => FrameworkGapsResponse)
  readonly frameworks: readonly FrameworkGapsResponse[];

  constructor(result: OrgResult) {
    this.id = result.id;
    this.created_at = result.createdAt.toISOString();
    this.attached_at = result.attachedAt.toISOString();
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
    this.earlier = result.earlier ? new EarlierResultResponse(result.earlier, result) : null;
    this.latest = result.isLatest;
    this.frameworks = result.gaps.map((gaps) => new FrameworkGapsResponse(gaps));
  }
}

@ApiSchema({ name: 'OrgResultList' })
export class OrgResultListResponse {
  @ApiProperty({ type: [OrgResultResponse], description: 'Newest first.' })
  @Expose()
  @Type(() => OrgResultResponse)
  readonly results: readonly OrgResultResponse[];

  @ApiPropertyOptional({
    type: 'string',
    description: 'The `cursor` of the next page. Absent on the last page.',
  })
  @Expose()
  readonly next_cursor?: string;

  constructor({ entries, nextCursor }: Page<OrgResult>) {
    this.results = entries.map((result) => new OrgResultResponse(result));
    if (nextCursor !== undefined) this.next_cursor = nextCursor;
  }
}
