import { Member } from '@governance/http';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsNumber, IsString } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';

/** For how long a key is good (spec 2.9). The rules of `libs/iam` judge the values; here it is only their types. */
export abstract class KeyLifeRequest {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 3650,
    description: '`public_key` only: after how many days of 86400 seconds the key expires; 0 is never.',
  })
  @Member()
  @OptionalMember()
  @IsNumber({}, { message: 'valid_for_days must be an integer from 0 to 3650' })
  readonly valid_for_days?: number | '';

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description:
      '`public_key` only: when the key expires, such as the end of its certificate. Takes precedence over `valid_for_days`.',
  })
  @Member()
  @OptionalMember()
  @IsString()
  readonly expires_at?: string;

  protected get keyLife(): {
    readonly validForDays: number | undefined;
    readonly expiresAt: string | undefined;
  } {
    return {
      validForDays: emptyToUndefined(this.valid_for_days),
      expiresAt: emptyToUndefined(this.expires_at),
    };
  }
}
