import {
  type AnswerChange,
  type DomainOfClient,
  type NextStep,
  renewBy,
  shownName,
} from '@governance/assessments';
import { type Page } from '@governance/http';
import { type Answer, type Mode, modes, type Tier, tiers } from '@governance/rubric';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { type PortfolioClient } from './portfolio-client';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }], required: true };
const changeOrNull = { oneOf: [{ type: 'integer' }, { type: 'null' }], required: true };
const score = { type: 'integer', minimum: 0, maximum: 100 } as const;
const answer = { type: 'integer', minimum: 0, maximum: 3 } as const;

@ApiSchema({ name: 'DomainOfClient', description: 'A domain of the newest result.' })
export class DomainOfClientResponse {
  @ApiProperty()
  readonly id: string;

  @ApiProperty(score)
  readonly score: number;

  @ApiProperty({ description: 'Whether it keeps the client from a launch.' })
  readonly below_floor: boolean;

  @ApiProperty({
    ...changeOrNull,
    description: 'The `score`, minus that of the result before. Null without one.',
  })
  readonly change: number | null;

  constructor(domain: DomainOfClient) {
    this.id = domain.id;
    this.score = domain.score;
    this.below_floor = domain.belowFloor;
    this.change = domain.change ?? null;
  }
}

@ApiSchema({
  name: 'AnswerChange',
  description: 'A control that is better or worse than in the result before.',
})
export class AnswerChangeResponse {
  @ApiProperty()
  readonly question_id: string;

  @ApiProperty({ description: 'The control.' })
  readonly title: string;

  @ApiProperty(answer)
  readonly before: Answer;

  @ApiProperty(answer)
  readonly now: Answer;

  constructor(change: AnswerChange) {
    this.question_id = change.questionId;
    this.title = change.title;
    this.before = change.before;
    this.now = change.now;
  }
}

@ApiSchema({ name: 'NextStep', description: 'One answer to raise. New members may be added.' })
export class NextStepResponse {
  @ApiProperty()
  readonly question_id: string;

  @ApiProperty({ description: 'The control.' })
  readonly title: string;

  @ApiProperty({ description: 'What to do, as the rubric says it.' })
  readonly action: string;

  @ApiProperty(answer)
  readonly current_answer: Answer;

  @ApiProperty(answer)
  readonly target_answer: Answer;

  @ApiProperty({ type: 'number', description: 'In person-days, with two decimals.' })
  readonly effort_days: number;

  @ApiProperty({ type: 'number', description: 'What it adds to the overall score, with two decimals.' })
  readonly points: number;

  @ApiProperty({ description: 'Whether a launch needs it.' })
  readonly blocks_launch: boolean;

  constructor(step: NextStep) {
    this.question_id = step.questionId;
    this.title = step.title;
    this.action = step.action;
    this.current_answer = step.currentAnswer;
    this.target_answer = step.targetAnswer;
    this.effort_days = step.effortDays;
    this.points = step.points;
    this.blocks_launch = step.blocksLaunch;
  }
}

/** Its input has no contact, notes or evidence, so it cannot contain one. */
@ApiSchema({
  name: 'PortfolioClient',
  description: 'A client with its newest result. New members may be added.',
})
export class PortfolioClientResponse {
  @ApiProperty({ format: 'uuid' })
  readonly client_id: string;

  @ApiProperty(textOrNull)
  readonly client_name: string | null;

  @ApiProperty(textOrNull)
  readonly reference: string | null;

  @ApiProperty({ ...textOrNull, description: 'The domain of the client.' })
  readonly domain: string | null;

  @ApiProperty({ format: 'uuid', description: 'The id of the newest result.' })
  readonly result_id: string;

  @ApiProperty({ format: 'date-time', description: 'The time of its submission.' })
  readonly created_at: string;

  @ApiProperty({ format: 'date-time', description: 'When to assess again.' })
  readonly renew_by: string;

  @ApiProperty({ enum: modes })
  readonly mode: Mode;

  @ApiProperty(score)
  readonly overall_score: number;

  @ApiProperty({ enum: tiers })
  readonly tier: Tier;

  @ApiProperty()
  readonly launch_allowed: boolean;

  @ApiProperty({
    ...changeOrNull,
    description: 'The `overall_score`, minus that of the result before, of the same mode. Null without one.',
  })
  readonly score_change: number | null;

  @ApiProperty({ type: [DomainOfClientResponse], description: 'In the order of the rubric.' })
  readonly domains: readonly DomainOfClientResponse[];

  @ApiProperty({
    type: [AnswerChangeResponse],
    description: 'What is better than in the result before, the largest change first.',
  })
  readonly improved: readonly AnswerChangeResponse[];

  @ApiProperty({ type: [AnswerChangeResponse], description: 'What is worse, the largest change first.' })
  readonly worsened: readonly AnswerChangeResponse[];

  @ApiProperty({
    oneOf: [{ $ref: '#/components/schemas/NextStep' }, { type: 'null' }],
    description:
      'The cheapest next step: of the controls that a launch requires and that are missing, else of domains that are too low for one, else of all. Null when every answer is 3 (Yes).',
  })
  readonly next_step: NextStepResponse | null;

  constructor({ client, newest, progress }: PortfolioClient) {
    this.client_id = client.id;
    this.client_name = shownName(client) ?? null;
    this.reference = client.reference ?? null;
    this.domain = client.domain ?? null;
    this.result_id = newest.id;
    this.created_at = newest.createdAt.toISOString();
    this.renew_by = renewBy(newest.createdAt).toISOString();
    this.mode = newest.mode;
    this.overall_score = newest.overallScore;
    this.tier = newest.tier;
    this.launch_allowed = newest.launchAllowed;
    this.score_change = progress.scoreChange ?? null;
    this.domains = progress.domains.map((domain) => new DomainOfClientResponse(domain));
    this.improved = progress.improved.map((change) => new AnswerChangeResponse(change));
    this.worsened = progress.worsened.map((change) => new AnswerChangeResponse(change));
    this.next_step = progress.nextStep ? new NextStepResponse(progress.nextStep) : null;
  }
}

@ApiSchema({ name: 'PortfolioClientList' })
export class PortfolioClientListResponse {
  @ApiProperty({ type: [PortfolioClientResponse], description: 'The newest result first.' })
  readonly clients: readonly PortfolioClientResponse[];

  @ApiPropertyOptional({ description: 'The `cursor` of the next page. Absent on the last page.' })
  readonly next_cursor?: string;

  constructor({ entries, nextCursor }: Page<PortfolioClient>) {
    this.clients = entries.map((client) => new PortfolioClientResponse(client));
    if (nextCursor !== undefined) this.next_cursor = nextCursor;
  }
}
