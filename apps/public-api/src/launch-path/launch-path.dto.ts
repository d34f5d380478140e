import { type LaunchPath, type LaunchStep, type Tier, tiers } from '@governance/rubric';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { AnsweredRubricRequest } from '../answered-rubric.dto';
import { AnswerStepResponse, DomainScoreResponse } from '../survey-results/outcome.dto';

@ApiSchema({
  name: 'LaunchPathQuestion',
  description: 'A completed self-assessment, of which nothing is kept. Other members are ignored.',
})
export class LaunchPathRequest extends AnsweredRubricRequest {}

@ApiSchema({ name: 'LaunchStep', description: 'One answer to raise.' })
export class LaunchStepResponse extends AnswerStepResponse {
  @ApiProperty({ description: 'As in the rubric.' })
  readonly questionId: string;

  @ApiProperty({ description: 'As in the rubric.' })
  readonly domainId: string;

  @ApiProperty()
  readonly title: string;

  @ApiProperty()
  readonly action: string;

  @ApiProperty({ description: 'A launch gate: every way to a launch leads over it.' })
  readonly meetsGate: boolean;

  constructor(step: LaunchStep) {
    super(step);
    this.questionId = step.questionId;
    this.domainId = step.domainId;
    this.title = step.title;
    this.action = step.action;
    this.meetsGate = step.meetsGate;
  }
}

/** Shares its parts with the response of a submission, and like it copies exactly what is declared (docs/adr/0022). */
@ApiSchema({
  name: 'LaunchPath',
  description: 'The cheapest changes after which launch is allowed, and the result once they are made.',
})
export class LaunchPathResponse {
  @ApiProperty({ type: [LaunchStepResponse], description: 'Empty when launch is allowed already.' })
  readonly steps: readonly LaunchStepResponse[];

  @ApiProperty({ minimum: 0, description: 'Of all steps together, in days of one person.' })
  readonly effortDays: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'After all steps.' })
  readonly overallScore: number;

  @ApiProperty({ enum: tiers, description: 'After all steps.' })
  readonly tier: Tier;

  @ApiProperty({ enum: [true], description: 'After all steps.' })
  readonly launchAllowed: boolean;

  @ApiProperty({ description: 'After all steps.' })
  readonly launchReason: string;

  @ApiProperty({ type: [DomainScoreResponse], description: 'After all steps.' })
  readonly domainScores: readonly DomainScoreResponse[];

  constructor({ steps, effortDays, outcome }: LaunchPath) {
    this.steps = steps.map((step) => new LaunchStepResponse(step));
    this.effortDays = effortDays;
    this.overallScore = outcome.overallScore;
    this.tier = outcome.tier;
    this.launchAllowed = outcome.launchAllowed;
    this.launchReason = outcome.launchReason;
    this.domainScores = outcome.domainScores.map((score) => new DomainScoreResponse(score));
  }
}
