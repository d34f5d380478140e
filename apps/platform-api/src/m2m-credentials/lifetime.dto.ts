import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsNumber, IsString } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';

/** The expiry of a key (spec 2.9), or of a secret. Only types are checked here; `libs/iam` checks the values. */
export abstract class LifetimeRequest {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 3650,
    description: '`client_secret` only: days of 86,400 seconds until the secret expires. 0: never.',
  })
  @OptionalMember()
  @IsNumber({}, { message: 'secret_valid_for_days must be an integer from 0 to 3650' })
  readonly secret_valid_for_days?: number | '';

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 3650,
    description: '`public_key` only: days of 86,400 seconds until the key expires. 0: never.',
  })
  @OptionalMember()
  @IsNumber({}, { message: 'valid_for_days must be an integer from 0 to 3650' })
  readonly valid_for_days?: number | '';

  @ApiPropertyOptional({
    format: 'date-time',
    description:
      '`public_key` only: when the key expires, for example the end of its certificate. Takes precedence over `valid_for_days`.',
  })
  @OptionalMember()
  @IsString()
  readonly expires_at?: string;

  protected get lifetime(): {
    readonly secretValidForDays: number | undefined;
    readonly validForDays: number | undefined;
    readonly expiresAt: string | undefined;
  } {
    return {
      secretValidForDays: emptyToUndefined(this.secret_valid_for_days),
      validForDays: emptyToUndefined(this.valid_for_days),
      expiresAt: emptyToUndefined(this.expires_at),
    };
  }
}
