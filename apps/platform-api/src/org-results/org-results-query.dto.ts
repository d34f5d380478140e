import { type ResultFilterRequest } from '@governance/assessments';
import { Member } from '@governance/http';
import { modes, tiers } from '@governance/rubric';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';

/** Which results are listed or exported. Every given condition must hold. */
export class OrgResultsQuery {
  @ApiPropertyOptional({
    type: 'string',
    maxLength: 253,
    description: 'Part of the `client_name` or of the `domain` of the results, in any case.',
  })
  @Member()
  @OptionalMember()
  @IsString({ message: 'client must be given once' })
  readonly client?: string;

  @ApiPropertyOptional({ enum: modes, description: 'The `mode` of the results.' })
  @Member()
  @OptionalMember()
  @IsString({ message: 'mode must be given once' })
  readonly mode?: string;

  @ApiPropertyOptional({ enum: tiers, description: 'The `tier` of the results.' })
  @Member()
  @OptionalMember()
  @IsString({ message: 'tier must be given once' })
  readonly tier?: string;

  @ApiPropertyOptional({ enum: ['true', 'false'], description: 'The `launch_allowed` of the results.' })
  @Member()
  @OptionalMember()
  @IsString({ message: 'launch_allowed must be given once' })
  readonly launch_allowed?: string;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description: 'Results with a `renew_by` before this time.',
  })
  @Member()
  @OptionalMember()
  @IsString({ message: 'renew_before must be given once' })
  readonly renew_before?: string;

  @ApiPropertyOptional({ enum: ['true', 'false'], description: 'The `latest` of the results.' })
  @Member()
  @OptionalMember()
  @IsString({ message: 'latest must be given once' })
  readonly latest?: string;

  toFilterRequest(): ResultFilterRequest {
    return {
      client: emptyToUndefined(this.client),
      mode: emptyToUndefined(this.mode),
      tier: emptyToUndefined(this.tier),
      launchAllowed: emptyToUndefined(this.launch_allowed),
      renewBefore: emptyToUndefined(this.renew_before),
      latest: emptyToUndefined(this.latest),
    };
  }
}
