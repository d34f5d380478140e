import { Member, type ProblemDescription } from '@governance/http';
import { type Mode, modes } from '@governance/rubric';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';

/** What every request says that is about answers (spec 2.1). */
export class AnsweredRubricRequest {
  /** Question id to integer 0..3; checked in one pass by the rubric that it answers. */
  @ApiProperty({
    type: 'object',
    description:
      'Question id to answer: 0 None, 1 Partial, 2 Mostly, 3 Yes. Every question of the mode must be answered; the questions are in `/assessment.json`. Answers to questions of the other mode have no effect.',
    minProperties: 1,
    additionalProperties: { type: 'integer', minimum: 0, maximum: 3 },
  })
  @Member()
  readonly answers?: unknown;

  @ApiPropertyOptional({ enum: modes, default: 'msp-self', description: 'Who is assessed.' })
  @Member()
  @IsOptional()
  @IsIn(modes)
  readonly mode?: Mode;

  /** The published version that the form was made from; the current one when absent. */
  @ApiPropertyOptional({
    type: 'string',
    description: 'The published version that was answered. Without it: the current one.',
    examples: ['1.1.0'],
  })
  @Member()
  @IsOptional()
  @IsString()
  readonly rubricVersion?: string;
}

/** What answers are refused for, word for word. */
export const unusableAnswers: ProblemDescription = {
  kind: 'invalid',
  when: 'The answers are missing, incomplete, or no answers to this rubric.',
  texts: [
    'answers must be an object of question ids to integers from 0 to 3',
    'answers must not be empty',
    'answers lacks questions of mode msp-self: gov-ai-policy',
    'answers.gov-ai-polic is not a question of rubric 1.1.0',
    'answers has a question id that rubric 1.1.0 does not have',
    'answers.gov-ai-policy must be an integer from 0 to 3',
  ],
};
