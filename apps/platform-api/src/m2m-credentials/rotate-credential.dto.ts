import { type RotationRequest } from '@governance/iam';
import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsNumber, IsString } from 'class-validator';
import { LifetimeRequest } from './lifetime.dto';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';

/** spec 2.9: empty for a `client_secret` credential, apart from extras of ours. */
@ApiSchema({
  name: 'RotateCredential',
  description:
    'May be empty for a `client_secret` credential. For a `public_key` credential: the new key. Both with an optional expiry. If absent, the `secret_valid_for_days` or `valid_for_days` of the creation counts from now; any other expiry ends.',
})
export class RotateCredentialRequest extends LifetimeRequest {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 604_800,
    description:
      'Seconds for which the old secret or key still works, at most until it or the new one expires. If absent or 0, it stops working at once.',
  })
  @OptionalMember()
  @IsNumber({}, { message: 'overlap_seconds must be an integer from 0 to 604800' })
  readonly overlap_seconds?: number | '';

  @ApiPropertyOptional({
    description: 'Required for `public_key`, refused otherwise: one PEM block, as at creation.',
  })
  @OptionalMember()
  @IsString()
  readonly new_public_key?: string;

  toInput(): RotationRequest {
    return {
      ...this.lifetime,
      newPublicKey: emptyToUndefined(this.new_public_key),
      overlapSeconds: emptyToUndefined(this.overlap_seconds),
    };
  }
}
