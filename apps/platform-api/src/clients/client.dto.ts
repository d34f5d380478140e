import { type LatestResult, type OrgClient, renewBy, shownName } from '@governance/assessments';
import { type Page } from '@governance/http';
import { type Mode, modes, type Tier, tiers } from '@governance/rubric';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }], required: true };

@ApiSchema({ name: 'LatestResult', description: 'The newest result of a client that counts.' })
export class LatestResultResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'date-time', description: 'The time of the submission.' })
  readonly created_at: string;

  @ApiProperty({ enum: modes })
  readonly mode: Mode;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  readonly overall_score: number;

  @ApiProperty({ enum: tiers })
  readonly tier: Tier;

  @ApiProperty({ description: 'The launch verdict.' })
  readonly launch_allowed: boolean;

  @ApiProperty({ format: 'date-time', description: 'When to assess again. Advice only.' })
  readonly renew_by: string;

  constructor(result: LatestResult) {
    this.id = result.id;
    this.created_at = result.createdAt.toISOString();
    this.mode = result.mode;
    this.overall_score = result.overallScore;
    this.tier = result.tier;
    this.launch_allowed = result.launchAllowed;
    this.renew_by = renewBy(result.createdAt).toISOString();
  }
}

@ApiSchema({
  name: 'Client',
  description: 'A company that the organization assesses. New members may be added.',
})
export class ClientResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at: string;

  @ApiProperty({
    ...textOrNull,
    description:
      'Of a client that was made for a result: the name that its newest result declares, not checked. Null when no result declares one any longer. A name that you set stays.',
  })
  readonly name: string | null;

  @ApiProperty({
    ...textOrNull,
    description: 'The person to write to. Null without one, and after an erasure.',
  })
  readonly contact_name: string | null;

  @ApiProperty({ ...textOrNull, description: 'In canonical form. Null without one, and after an erasure.' })
  readonly contact_email: string | null;

  @ApiProperty({ ...textOrNull, description: 'The key of the client in the organization’s own system.' })
  readonly reference: string | null;

  @ApiProperty({ ...textOrNull, description: 'In A-labels. Nothing proves it.' })
  readonly domain: string | null;

  @ApiProperty({ type: [String], description: 'In lower case, sorted.' })
  readonly tags: readonly string[];

  @ApiProperty({
    ...textOrNull,
    description: 'The `id` of the member who looks after the client, who may have left since.',
  })
  readonly owner_id: string | null;

  @ApiProperty({
    type: [String],
    description:
      'The `id`s of the members who see the client beside account-admins, sorted. Empty: everyone who works with clients.',
  })
  readonly member_ids: readonly string[];

  @ApiProperty({ description: 'Whether the organization no longer works for the client.' })
  readonly archived: boolean;

  @ApiProperty({
    oneOf: [{ $ref: '#/components/schemas/LatestResult' }, { type: 'null' }],
    description: 'Its newest result that is not withdrawn, of any mode. Null for a client without one.',
  })
  readonly latest_result: LatestResultResponse | null;

  constructor(client: OrgClient) {
    this.id = client.id;
    this.created_at = client.createdAt.toISOString();
    this.updated_at = client.updatedAt.toISOString();
    this.name = shownName(client) ?? null;
    this.contact_name = client.contactName ?? null;
    this.contact_email = client.contactEmail ?? null;
    this.reference = client.reference ?? null;
    this.domain = client.domain ?? null;
    this.tags = client.tags;
    this.owner_id = client.ownerId ?? null;
    this.member_ids = client.memberIds;
    this.archived = client.isArchived;
    this.latest_result = client.latestResult ? new LatestResultResponse(client.latestResult) : null;
  }
}

@ApiSchema({ name: 'ClientList' })
export class ClientListResponse {
  @ApiProperty({ type: [ClientResponse], description: 'Newest first.' })
  readonly clients: readonly ClientResponse[];

  @ApiPropertyOptional({ description: 'The `cursor` of the next page. Absent on the last page.' })
  readonly next_cursor?: string;

  constructor({ entries, nextCursor }: Page<OrgClient>) {
    this.clients = entries.map((client) => new ClientResponse(client));
    if (nextCursor !== undefined) this.next_cursor = nextCursor;
  }
}
