import {
  type CampaignClientState,
  campaignClientStates,
  type CampaignProgress,
  type CampaignWithProgress,
} from '@governance/assessments';
import { type Page } from '@governance/http';
import { type Mode, modes } from '@governance/rubric';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { type LeftOut, leftOutReasons } from './campaign-recipients';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }], required: true };
const count = (description: string) => ({ type: 'integer', minimum: 0, description }) as const;

@ApiSchema({
  name: 'CampaignProgress',
  description: 'Numbers of clients. Each step counts the later ones, too. New members may be added.',
})
export class CampaignProgressResponse {
  @ApiProperty(count('All clients of the campaign.'))
  readonly clients: number;

  @ApiProperty(count('The first mail was sent.'))
  readonly sent: number;

  @ApiProperty(count('The contact has begun.'))
  readonly opened: number;

  @ApiProperty(count('Answers were saved.'))
  readonly started: number;

  @ApiProperty(count('The assessment was submitted.'))
  readonly submitted: number;

  @ApiProperty(count('Not submitted by the end of the due day.'))
  readonly overdue: number;

  @ApiProperty(count('A mail could not be delivered.'))
  readonly failed: number;

  @ApiProperty(count('The contact wants no further mails of the organization’s campaigns.'))
  readonly opted_out: number;

  constructor({ optedOut, ...progress }: CampaignProgress) {
    this.clients = progress.clients;
    this.sent = progress.sent;
    this.opened = progress.opened;
    this.started = progress.started;
    this.submitted = progress.submitted;
    this.overdue = progress.overdue;
    this.failed = progress.failed;
    this.opted_out = optedOut;
  }
}

@ApiSchema({
  name: 'Campaign',
  description: 'A questionnaire that the organization has sent to clients. New members may be added.',
})
export class CampaignResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;

  @ApiProperty({ description: 'The id of the member or machine that has created it.' })
  readonly created_by: string;

  @ApiProperty()
  readonly name: string;

  @ApiProperty({ enum: modes })
  readonly mode: Mode;

  @ApiProperty({ description: 'What the mail says in the words of the organization; may be empty.' })
  readonly message: string;

  @ApiProperty({ description: 'The name of the organization in the mails.' })
  readonly sender_name: string;

  @ApiProperty({ description: 'The proven domain in the mails, in A-labels.' })
  readonly domain: string;

  @ApiProperty({ format: 'date-time', description: 'The links work until the end of this day in UTC.' })
  readonly due_at: string;

  @ApiProperty({ ...textOrNull, description: 'When it was closed before that. Null unless it was.' })
  readonly closed_at: string | null;

  @ApiProperty({ type: CampaignProgressResponse })
  readonly progress: CampaignProgressResponse;

  @ApiPropertyOptional({
    enum: campaignClientStates,
    description:
      'In a list with `client_id`: the `step` of this client, as in the clients of the campaign. Absent otherwise. New values may be added.',
  })
  readonly client_step?: CampaignClientState;

  constructor({ sender, progress, ...campaign }: CampaignWithProgress) {
    this.id = campaign.id;
    this.created_at = campaign.createdAt.toISOString();
    this.created_by = campaign.createdBy;
    this.name = campaign.name;
    this.mode = campaign.mode;
    this.message = campaign.message;
    this.sender_name = sender.name;
    this.domain = sender.domain;
    this.due_at = campaign.dueAt.toISOString();
    this.closed_at = campaign.closedAt?.toISOString() ?? null;
    this.progress = new CampaignProgressResponse(progress);
    if (campaign.clientState !== undefined) this.client_step = campaign.clientState;
  }
}

@ApiSchema({ name: 'ClientLeftOut', description: 'A client that gets no mail. New members may be added.' })
export class LeftOutResponse {
  @ApiProperty({ format: 'uuid' })
  readonly client_id: string;

  @ApiProperty({ enum: leftOutReasons })
  readonly reason: LeftOut['reason'];

  constructor({ clientId, reason }: LeftOut) {
    this.client_id = clientId;
    this.reason = reason;
  }
}

@ApiSchema({ name: 'CreatedCampaign', description: 'New members may be added.' })
export class CreatedCampaignResponse extends CampaignResponse {
  @ApiProperty({ type: [LeftOutResponse], description: 'Clients that get no mail, and why.' })
  readonly left_out: readonly LeftOutResponse[];

  constructor(campaign: CampaignWithProgress, leftOut: readonly LeftOut[]) {
    super(campaign);
    this.left_out = leftOut.map((each) => new LeftOutResponse(each));
  }
}

@ApiSchema({ name: 'CampaignList' })
export class CampaignListResponse {
  @ApiProperty({ type: [CampaignResponse], description: 'Newest first.' })
  readonly campaigns: readonly CampaignResponse[];

  @ApiPropertyOptional({ description: 'The `cursor` of the next page. Absent on the last page.' })
  readonly next_cursor?: string;

  constructor({ entries, nextCursor }: Page<CampaignWithProgress>) {
    this.campaigns = entries.map((campaign) => new CampaignResponse(campaign));
    if (nextCursor !== undefined) this.next_cursor = nextCursor;
  }
}
