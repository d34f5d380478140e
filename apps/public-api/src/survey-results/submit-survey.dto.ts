import { type Mode, modes } from '@governance/rubric';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Allow, IsEmail, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';

const maxNotesLength = 10_000;

/** spec 2.1. Client-supplied scores, tiers and verdicts are unknown members, and those are ignored. */
@ApiSchema({
  name: 'SurveySubmission',
  description:
    'A completed self-assessment. Other members, such as a claimed score, are ignored. `null` counts as absent.',
})
export class SubmitSurveyRequest {
  /** Question id to integer 0..3; checked in one pass by the rubric that it answers. */
  @ApiProperty({
    type: 'object',
    description:
      'Question id to answer: 0 None, 1 Partial, 2 Mostly, 3 Yes. Every question of the mode must be answered; the questions are in `/assessment.json`. Answers to questions of the other mode have no effect.',
    minProperties: 1,
    additionalProperties: { type: 'integer', minimum: 0, maximum: 3 },
  })
  @Allow()
  readonly answers?: unknown;

  @ApiPropertyOptional({ enum: modes, default: 'msp-self', description: 'Who is assessed.' })
  @IsOptional()
  @IsIn(modes)
  readonly mode?: Mode;

  @ApiPropertyOptional({
    type: 'string',
    format: 'email',
    description: 'Where the certificate is sent. Without it nothing is sent.',
  })
  @IsOptional()
  @IsEmail({ allow_utf8_local_part: false, blacklisted_chars: '"' })
  readonly submitterEmail?: string;

  @ApiPropertyOptional({
    type: 'string',
    maxLength: maxNotesLength,
    description: 'Free text for yourself. It is kept sealed and shown nowhere.',
  })
  @IsOptional()
  @MaxLength(maxNotesLength)
  @IsString()
  readonly notes?: string;

  /** The published version that the form was made from; the current one when absent. */
  @ApiPropertyOptional({
    type: 'string',
    description: 'The published version that was answered. Without it: the current one.',
    examples: ['1.0.0'],
  })
  @IsOptional()
  @IsString()
  readonly rubricVersion?: string;
}
