import {
  type CampaignClient,
  type CampaignClientState,
  campaignClientState,
  campaignClientStates,
} from '@governance/assessments';
import { type Page } from '@governance/http';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }], required: true };
const timeOrNull = { oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], required: true };

@ApiSchema({
  name: 'CampaignClient',
  description: 'How far a client has come in a campaign. New members may be added.',
})
export class CampaignClientResponse {
  @ApiProperty({ format: 'uuid', description: 'The `id` of the client.' })
  readonly client_id: string;

  @ApiProperty(textOrNull)
  readonly name: string | null;

  @ApiProperty(textOrNull)
  readonly reference: string | null;

  @ApiProperty({
    enum: campaignClientStates,
    description:
      '`queued`: the first mail waits for its turn. `closed`: the campaign was closed before an answer came. New values may be added.',
  })
  readonly step: CampaignClientState;

  @ApiProperty({ ...timeOrNull, description: 'When the first mail was sent.' })
  readonly sent_at: string | null;

  @ApiProperty({ ...timeOrNull, description: 'When the contact began.' })
  readonly opened_at: string | null;

  @ApiProperty({ ...timeOrNull, description: 'When answers were first saved.' })
  readonly started_at: string | null;

  @ApiProperty(timeOrNull)
  readonly submitted_at: string | null;

  @ApiProperty({ ...textOrNull, description: 'Why a mail was not delivered, in one word.' })
  readonly failure: string | null;

  @ApiProperty({ ...textOrNull, description: 'The `id` of the submitted result.' })
  readonly result_id: string | null;

  constructor(client: CampaignClient, at: { readonly dueAt: Date; readonly now: Date }) {
    this.client_id = client.id;
    this.name = client.name ?? null;
    this.reference = client.reference ?? null;
    this.step = campaignClientState(client, at);
    this.sent_at = timeOf(client.sentAt);
    this.opened_at = timeOf(client.openedAt);
    this.started_at = timeOf(client.startedAt);
    this.submitted_at = timeOf(client.submittedAt);
    this.failure = client.failed ?? null;
    this.result_id = client.resultId ?? null;
  }
}

function timeOf(moment: Date | undefined): string | null {
  return moment?.toISOString() ?? null;
}

/** The clients of a campaign at a time, which decides what is overdue. */
export interface CampaignClientsPage extends Page<CampaignClient> {
  readonly dueAt: Date;
  readonly now: Date;
}

@ApiSchema({ name: 'CampaignClientList' })
export class CampaignClientListResponse {
  @ApiProperty({ type: [CampaignClientResponse] })
  readonly clients: readonly CampaignClientResponse[];

  @ApiPropertyOptional({ description: 'The `cursor` of the next page. Absent on the last page.' })
  readonly next_cursor?: string;

  constructor({ entries, nextCursor, ...at }: CampaignClientsPage) {
    this.clients = entries.map((client) => new CampaignClientResponse(client, at));
    if (nextCursor !== undefined) this.next_cursor = nextCursor;
  }
}
