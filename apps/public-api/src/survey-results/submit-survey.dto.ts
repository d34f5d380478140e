import { IsMailAddress, Member } from '@governance/http';
import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { AnsweredRubricRequest } from '../answered-rubric.dto';

const maxNotesLength = 10_000;

/** spec 2.1. Client-supplied scores, tiers and verdicts are unknown members, and those are ignored. */
@ApiSchema({
  name: 'SurveySubmission',
  description:
    'A completed self-assessment. Other members, such as a claimed score, are ignored. `null` counts as absent.',
})
export class SubmitSurveyRequest extends AnsweredRubricRequest {
  @ApiPropertyOptional({
    type: 'string',
    format: 'email',
    description: 'Where the certificate is sent. Without it nothing is sent.',
  })
  @Member()
  @IsOptional()
  @IsMailAddress()
  readonly submitterEmail?: string;

  @ApiPropertyOptional({
    type: 'string',
    maxLength: maxNotesLength,
    description: 'Free text for yourself. It is kept sealed and shown nowhere.',
  })
  @Member()
  @IsOptional()
  @MaxLength(maxNotesLength)
  @IsString()
  readonly notes?: string;
}
