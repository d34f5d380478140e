import { type DomainScore, type RemediationItem } from '@governance/rubric';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const answer = { type: 'integer', minimum: 0, maximum: 3 } as const;

@ApiSchema({ name: 'DomainScore', description: 'What one domain contributes to the result.' })
export class DomainScoreResponse {
  @ApiProperty({ description: 'As in the rubric.' })
  readonly id: string;

  @ApiProperty()
  readonly title: string;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  readonly score: number;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'The share of the overall score, in percent.',
  })
  readonly weight: number;

  @ApiProperty({ description: 'The score is below what a launch needs in every domain.' })
  readonly belowFloor: boolean;

  constructor({ id, title, score, weight, belowFloor }: DomainScore) {
    this.id = id;
    this.title = title;
    this.score = score;
    this.weight = weight;
    this.belowFloor = belowFloor;
  }
}

@ApiSchema({ name: 'RemediationItem', description: 'One thing to do.' })
export class RemediationItemResponse {
  @ApiProperty({ description: 'As in the rubric.' })
  readonly questionId: string;

  @ApiProperty({ description: 'As in the rubric.' })
  readonly domainId: string;

  @ApiProperty()
  readonly title: string;

  @ApiProperty()
  readonly action: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'The effort, in days of one person.' })
  readonly effortDays: number;

  @ApiProperty(answer)
  readonly currentAnswer: number;

  @ApiProperty({ ...answer, description: 'The answer to reach next.' })
  readonly targetAnswer: number;

  @ApiProperty({ minimum: 0, description: 'What answering 3 would add to the overall score, rounded down.' })
  readonly points: number;

  @ApiProperty({ description: 'A launch gate: without it no launch is allowed.' })
  readonly blocksLaunch: boolean;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'The place in the order in which to do them.' })
  readonly priority: number;

  constructor(item: RemediationItem) {
    this.questionId = item.questionId;
    this.domainId = item.domainId;
    this.title = item.title;
    this.action = item.action;
    this.effortDays = item.effortDays;
    this.currentAnswer = item.currentAnswer;
    this.targetAnswer = item.targetAnswer;
    this.points = item.points;
    this.blocksLaunch = item.blocksLaunch;
    this.priority = item.priority;
  }
}
