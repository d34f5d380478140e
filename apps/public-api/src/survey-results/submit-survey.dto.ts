import { organizationNameLength } from '@governance/assessments';
import { IsMailAddress, Member } from '@governance/http';
import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { AnsweredRubricRequest } from '../answered-rubric.dto';
import { evidenceSchema } from './evidence.openapi';
import { IsOrganizationName } from './organization-name.decorator';
import { NeedsAddress } from './needs-address.decorator';

const maxNotesLength = 10_000;

/** spec 2.1. A client's scores, tiers and verdicts are unknown members, which are ignored. */
@ApiSchema({
  name: 'SurveySubmission',
  description:
    'A completed self-assessment. Unknown members, such as a claimed score, are ignored. `null` counts as absent.',
})
export class SubmitSurveyRequest extends AnsweredRubricRequest {
  @ApiPropertyOptional({
    format: 'email',
    description: 'The address for the certificate. If absent, no mail is sent.',
  })
  @Member()
  @IsOptional()
  @IsMailAddress()
  readonly submitterEmail?: string;

  @ApiPropertyOptional({
    maxLength: maxNotesLength,
    description: 'Free text for your own use. It is stored encrypted and never shown.',
  })
  @Member()
  @IsOptional()
  @MaxLength(maxNotesLength)
  @IsString()
  readonly notes?: string;

  @ApiPropertyOptional({
    minLength: organizationNameLength.least,
    maxLength: organizationNameLength.most,
    description:
      'The name that the PDF of the certificate prints as declared by the holder, not checked. Latin letters, digits and common signs, without a URL, domain or email address. It is stored encrypted, deleted with the address and notes, and in no credential, record, page or mail text. Organizations that attach the result see it in their list.',
  })
  @Member()
  @IsOptional()
  @IsOrganizationName()
  readonly organizationName?: string;

  @ApiPropertyOptional({
    description:
      'Whether to mail one reminder to `submitterEmail`, a month before the day to assess again. Default: false. Refused when the service deletes addresses before.',
  })
  @Member()
  @IsOptional()
  @NeedsAddress()
  @IsBoolean()
  readonly renewalReminder?: boolean;

  /** The questions are known to the rubric, which checks them in one pass. */
  @ApiPropertyOptional(evidenceSchema)
  @Member()
  readonly evidence?: unknown;
}
