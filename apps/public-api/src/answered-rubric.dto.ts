import { Member } from '@governance/http';
import { type Mode, modes } from '@governance/rubric';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';

/** The members of every request with answers (spec 2.1). */
export class AnsweredRubricRequest {
  /** Question id to integer 0..3. The rubric checks them in one pass. */
  @ApiProperty({
    type: 'object',
    description:
      'Question id to answer: 0 None, 1 Partial, 2 Mostly, 3 Yes. Answer every question of the mode; `/assessment.json` contains the questions. Answers to questions of the other mode have no effect.',
    minProperties: 1,
    additionalProperties: { type: 'integer', minimum: 0, maximum: 3 },
  })
  @Member()
  readonly answers?: unknown;

  @ApiPropertyOptional({
    enum: modes,
    default: 'msp-self',
    description: 'Whether a provider assesses itself, or a client.',
  })
  @Member()
  @IsOptional()
  @IsIn(modes)
  readonly mode?: Mode;

  /** The published version of the form; absent: the current one. */
  @ApiPropertyOptional({
    description: 'The published version of the questions. If absent: the current one.',
    examples: ['1.1.0'],
  })
  @Member()
  @IsOptional()
  @IsString()
  readonly rubricVersion?: string;
}
