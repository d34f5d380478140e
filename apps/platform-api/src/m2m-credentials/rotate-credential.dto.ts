import { Member } from '@governance/http';
import { type RotationRequest } from '@governance/iam';
import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { KeyLifeRequest } from './key-life.dto';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';

/** spec 2.9: empty for a `client_secret` credential. */
@ApiSchema({
  name: 'RotateCredential',
  description:
    'Empty for a `client_secret` credential. For a `public_key` credential: the new key, with an optional expiry. If absent, the `valid_for_days` of the creation counts from now; any other expiry ends.',
})
export class RotateCredentialRequest extends KeyLifeRequest {
  @ApiPropertyOptional({
    type: 'string',
    description: 'Required for `public_key`, refused otherwise: one PEM block, as at creation.',
  })
  @Member()
  @OptionalMember()
  @IsString()
  readonly new_public_key?: string;

  toInput(): RotationRequest {
    return { ...this.keyLife, newPublicKey: emptyToUndefined(this.new_public_key) };
  }
}
