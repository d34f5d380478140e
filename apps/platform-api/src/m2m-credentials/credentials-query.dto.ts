import { Member } from '@governance/http';
import { type CredentialFilterRequest } from '@governance/iam';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';

/** Which credentials are listed. Every given condition must hold. */
export class CredentialsQuery {
  @ApiPropertyOptional({
    type: 'string',
    maxLength: 100,
    description: 'Part of the `name` of the credentials, in any case.',
  })
  @Member()
  @OptionalMember()
  @IsString({ message: 'name must be given once' })
  readonly name?: string;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description: 'Credentials with an `expires_at` before this time, those that have expired included.',
  })
  @Member()
  @OptionalMember()
  @IsString({ message: 'expires_before must be given once' })
  readonly expires_before?: string;

  @ApiPropertyOptional({
    enum: ['true', 'false'],
    description: 'Credentials that a machine has used, or has not.',
  })
  @Member()
  @OptionalMember()
  @IsString({ message: 'used must be given once' })
  readonly used?: string;

  toFilterRequest(): CredentialFilterRequest {
    return {
      name: emptyToUndefined(this.name),
      expiresBefore: emptyToUndefined(this.expires_before),
      used: emptyToUndefined(this.used),
    };
  }
}
