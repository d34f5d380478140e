import { type Portfolio, type SharedGap } from '@governance/assessments';
import { type Tier, tiers } from '@governance/rubric';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const clients = { type: 'integer', minimum: 0 } as const;

@ApiSchema({ name: 'TierCount', description: 'How many clients are in a tier.' })
export class TierCountResponse {
  @ApiProperty({ enum: tiers })
  readonly tier!: Tier;

  @ApiProperty(clients)
  readonly clients!: number;
}

@ApiSchema({ name: 'RenewalMonth', description: 'How many clients are to be assessed again in a month.' })
export class RenewalMonthResponse {
  @ApiProperty({ pattern: String.raw`^\d{4}-\d\d$`, description: 'The month, in UTC.' })
  readonly month!: string;

  @ApiProperty(clients)
  readonly clients!: number;
}

@ApiSchema({ name: 'PortfolioDomain', description: 'A domain of the current rubric.' })
export class PortfolioDomainResponse {
  @ApiProperty()
  readonly id!: string;

  @ApiProperty()
  readonly title!: string;
}

@ApiSchema({
  name: 'SharedGap',
  description: 'A control that clients lack: their answer is below 3 (Yes). New members may be added.',
})
export class SharedGapResponse {
  @ApiProperty({ description: 'The question, by its id in the rubric.' })
  readonly question_id: string;

  @ApiProperty()
  readonly domain_id: string;

  @ApiProperty({ description: 'The control.' })
  readonly title: string;

  @ApiProperty({ description: 'What to do, as the rubric says it.' })
  readonly action: string;

  @ApiProperty({ ...clients, minimum: 1, description: 'How many clients lack it.' })
  readonly clients: number;

  @ApiProperty({ ...clients, description: 'How many of these it keeps from a launch.' })
  readonly blocked_launches: number;

  @ApiProperty({
    type: 'number',
    description: 'The effort to close it at all of these clients, in person-days, with two decimals.',
  })
  readonly effort_days: number;

  constructor(gap: SharedGap) {
    this.question_id = gap.questionId;
    this.domain_id = gap.domainId;
    this.title = gap.title;
    this.action = gap.action;
    this.clients = gap.clients;
    this.blocked_launches = gap.blockedLaunches;
    this.effort_days = gap.effortDays;
  }
}

@ApiSchema({
  name: 'Portfolio',
  description: 'All clients at a glance, each by its newest result. New members may be added.',
})
export class PortfolioResponse {
  @ApiProperty({ ...clients, description: 'Clients that are not archived.' })
  readonly clients: number;

  @ApiProperty({ ...clients, description: 'Those with a result. The other numbers count these.' })
  readonly assessed: number;

  @ApiProperty({ type: [TierCountResponse], description: 'Every tier, the lowest first.' })
  readonly tiers: readonly TierCountResponse[];

  @ApiProperty({ ...clients, description: 'Those that are ready to launch.' })
  readonly launch_allowed: number;

  @ApiProperty({ ...clients, description: 'Those that are not.' })
  readonly launch_refused: number;

  @ApiProperty({ ...clients, description: 'Those whose `renew_by` has passed.' })
  readonly overdue: number;

  @ApiProperty({
    type: [RenewalMonthResponse],
    description: 'When the others are to be assessed again, by month, the first one first.',
  })
  readonly renewals: readonly RenewalMonthResponse[];

  @ApiProperty({ type: [PortfolioDomainResponse], description: 'In the order of the rubric.' })
  readonly domains: readonly PortfolioDomainResponse[];

  @ApiProperty({
    type: [SharedGapResponse],
    description: 'The five gaps that most clients share, the most frequent first.',
  })
  readonly shared_gaps: readonly SharedGapResponse[];

  constructor(portfolio: Portfolio) {
    this.clients = portfolio.clients;
    this.assessed = portfolio.assessed;
    this.tiers = tiers.map((tier) => ({ tier, clients: portfolio.tiers[tier] }));
    this.launch_allowed = portfolio.launchAllowed;
    this.launch_refused = portfolio.launchRefused;
    this.overdue = portfolio.overdue;
    this.renewals = portfolio.renewals;
    this.domains = portfolio.domains;
    this.shared_gaps = portfolio.sharedGaps.map((gap) => new SharedGapResponse(gap));
  }
}
