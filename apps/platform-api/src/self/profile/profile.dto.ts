import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type OwnProfile } from './profile.service';
import { e164 } from './update-profile.dto';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }] };
const phoneNumberOrNull = { oneOf: [{ type: 'string', pattern: e164 }, { type: 'null' }] };

/** spec 2.8 */
@ApiSchema({ name: 'Profile', description: 'A user’s profile. New members may be added.' })
export class ProfileResponse {
  @ApiProperty({ description: 'The user’s identifier, opaque and stable.' })
  readonly sub: string;

  @ApiProperty({ description: 'From the identity provider; empty when unknown.' })
  readonly email: string;

  @ApiProperty({ description: 'Whether the identity provider has verified the address.' })
  readonly email_verified: boolean;

  @ApiProperty({ description: 'From the identity provider; empty when unknown.' })
  readonly name: string;

  @ApiProperty({ ...textOrNull, description: 'The name that the user wants to be shown.' })
  readonly display_name: string | null;

  @ApiProperty({ ...phoneNumberOrNull, description: 'In E.164 form.' })
  readonly phone_number: string | null;

  @ApiProperty({ description: 'Whether the user wants to receive news.' })
  readonly marketing_opt_in: boolean;

  @ApiProperty({
    oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
    description: 'When the user last changed the profile; null when never.',
  })
  readonly updated_at: string | null;

  constructor({ person, profile }: OwnProfile) {
    this.sub = person.subject;
    this.email = person.email;
    this.email_verified = person.emailVerified;
    this.name = person.name;
    this.display_name = profile.displayName ?? null;
    this.phone_number = profile.phoneNumber ?? null;
    this.marketing_opt_in = profile.marketingOptIn;
    this.updated_at = profile.updatedAt?.toISOString() ?? null;
  }
}
