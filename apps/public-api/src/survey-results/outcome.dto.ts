import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const answer = { type: 'integer', minimum: 0, maximum: 3 } as const;

@ApiSchema({ name: 'DomainScore', description: 'The contribution of one domain to the result.' })
export class DomainScoreResponse {
  @ApiProperty({ description: 'The id in the rubric.' })
  readonly id!: string;

  @ApiProperty()
  readonly title!: string;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  readonly score!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'The share of the overall score, in percent.',
  })
  readonly weight!: number;

  @ApiProperty({
    description: 'Whether the score is below the minimum that a launch requires in every domain.',
  })
  readonly belowFloor!: boolean;
}

@ApiSchema({
  name: 'AnswerStep',
  description: 'One answer raised, with the effort and the gain of this step alone.',
})
export class AnswerStepResponse {
  @ApiProperty(answer)
  readonly currentAnswer!: number;

  @ApiProperty(answer)
  readonly targetAnswer!: number;

  @ApiProperty({
    minimum: 0,
    description:
      "The effort of this step in person-days: a third of the question's effort for each level raised, rounded to two decimals.",
  })
  readonly effortDays!: number;

  @ApiProperty({
    minimum: 0,
    description: 'The points that this step adds to the overall score, rounded down to two decimals.',
  })
  readonly points!: number;
}

@ApiSchema({ name: 'RemediationItem', description: 'One action to take.' })
export class RemediationItemResponse {
  @ApiProperty({ description: 'The id in the rubric.' })
  readonly questionId!: string;

  @ApiProperty({ description: 'The id in the rubric.' })
  readonly domainId!: string;

  @ApiProperty()
  readonly title!: string;

  @ApiProperty()
  readonly action!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description:
      'The rubric’s effort for the whole question, from 0 to 3, in person-days. `steps` has the effort of each step.',
  })
  readonly effortDays!: number;

  @ApiProperty(answer)
  readonly currentAnswer!: number;

  @ApiProperty({ ...answer, description: 'The answer to reach first, by the first step.' })
  readonly targetAnswer!: number;

  @ApiProperty({
    minimum: 0,
    description:
      'The points that answering 3 adds to the overall score, rounded down to two decimals: the sum of `steps`.',
  })
  readonly points!: number;

  @ApiProperty({
    description: 'Whether it is a missing required control, without which no launch is allowed.',
  })
  readonly blocksLaunch!: boolean;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'The position in the recommended order.' })
  readonly priority!: number;

  @ApiProperty({
    type: [AnswerStepResponse],
    description:
      'From `currentAnswer` to 3. A missing required control has two steps: to its minimum, then to 3.',
  })
  readonly steps!: readonly AnswerStepResponse[];
}
