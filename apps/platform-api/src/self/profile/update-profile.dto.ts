import { ClearableMember } from '@governance/http';
import { type ProfileChange } from '@governance/iam';
import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, ValidateIf } from 'class-validator';

export const e164 = String.raw`^\+[1-9]\d{1,14}$`;

/** spec 2.8: the editable fields. */
@ApiSchema({ name: 'UpdateProfile', description: 'The members to change. Unknown members are refused.' })
export class UpdateProfileRequest {
  @ApiPropertyOptional({
    oneOf: [{ type: 'string', minLength: 1, maxLength: 100 }, { type: 'null' }],
    description: 'Surrounding spaces are removed; null clears it.',
  })
  @ClearableMember()
  @IsOptional()
  @IsString()
  readonly display_name?: string | null;

  @ApiPropertyOptional({
    oneOf: [{ type: 'string', pattern: e164 }, { type: 'null' }],
    description: 'A valid number in E.164 form; null clears it.',
  })
  @ClearableMember()
  @IsOptional()
  @IsString()
  readonly phone_number?: string | null;

  @ApiPropertyOptional()
  @ClearableMember()
  // An opt-in is true or false, so it cannot be cleared.
  @ValidateIf((_request, value: unknown) => value !== undefined)
  @IsBoolean({ message: 'marketing_opt_in must be true or false' })
  readonly marketing_opt_in?: boolean;

  toInput(): ProfileChange {
    return {
      ...(this.display_name !== undefined && { displayName: this.display_name }),
      ...(this.phone_number !== undefined && { phoneNumber: this.phone_number }),
      ...(this.marketing_opt_in !== undefined && { marketingOptIn: this.marketing_opt_in }),
    };
  }
}
