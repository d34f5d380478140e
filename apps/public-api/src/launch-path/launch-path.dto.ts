import { allowListed } from '@governance/http';
import { type LaunchPath, type Tier, tiers } from '@governance/rubric';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { AnsweredRubricRequest } from '../answered-rubric.dto';
import { AnswerStepResponse, DomainScoreResponse } from '../survey-results/outcome.dto';

@ApiSchema({
  name: 'LaunchPathQuestion',
  description: 'A completed self-assessment, which is not stored. Unknown members are ignored.',
})
export class LaunchPathRequest extends AnsweredRubricRequest {}

@ApiSchema({ name: 'LaunchStep', description: 'One answer to raise.' })
export class LaunchStepResponse extends AnswerStepResponse {
  @ApiProperty({ description: 'The id in the rubric.' })
  readonly questionId!: string;

  @ApiProperty({ description: 'The id in the rubric.' })
  readonly domainId!: string;

  @ApiProperty()
  readonly title!: string;

  @ApiProperty()
  readonly action!: string;

  @ApiProperty({ description: 'Whether the step is a required control: every path to a launch includes it.' })
  readonly meetsGate!: boolean;
}

@ApiSchema({
  name: 'LaunchPath',
  description: 'The cheapest changes that allow the launch, and the result after them.',
})
export class LaunchPathResponse {
  @ApiProperty({ type: [LaunchStepResponse], description: 'Empty when the launch is already allowed.' })
  readonly steps!: readonly LaunchStepResponse[];

  @ApiProperty({ minimum: 0, description: 'Of all steps together, in person-days.' })
  readonly effortDays!: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'After all steps.' })
  readonly overallScore!: number;

  @ApiProperty({ enum: tiers, description: 'After all steps.' })
  readonly tier!: Tier;

  @ApiProperty({ enum: [true], description: 'After all steps.' })
  readonly launchAllowed!: boolean;

  @ApiProperty({ description: 'After all steps.' })
  readonly launchReason!: string;

  @ApiProperty({ type: [DomainScoreResponse], description: 'After all steps.' })
  readonly domainScores!: readonly DomainScoreResponse[];
}

export function launchPathResponse(path: LaunchPath): LaunchPathResponse {
  return allowListed(LaunchPathResponse, { ...path.outcome, ...path });
}
