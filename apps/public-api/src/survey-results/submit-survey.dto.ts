import { type Mode, modes } from '@governance/rubric';
import { Allow, IsEmail, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';

/** spec 2.1. Client-supplied scores, tiers and verdicts are unknown members, and those are ignored. */
export class SubmitSurveyRequest {
  /** Question id to integer 0..3; checked in one pass by the rubric that it answers. */
  @Allow()
  readonly answers?: unknown;

  @IsOptional()
  @IsIn(modes)
  readonly mode?: Mode;

  @IsOptional()
  @IsEmail({ allow_utf8_local_part: false, blacklisted_chars: '"' })
  readonly submitterEmail?: string;

  @IsOptional()
  @MaxLength(10_000)
  @IsString()
  readonly notes?: string;

  /** The published version that the form was made from; the current one when absent. */
  @IsOptional()
  @IsString()
  readonly rubricVersion?: string;
}
