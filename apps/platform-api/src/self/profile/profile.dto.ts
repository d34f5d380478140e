import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { type OwnProfile } from './profile.service';
import { e164 } from './update-profile.dto';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }] };
const phoneNumberOrNull = { oneOf: [{ type: 'string', pattern: e164 }, { type: 'null' }] };

/** spec 2.8 */
@ApiSchema({ name: 'Profile', description: 'A person. Members may be added.' })
export class ProfileResponse {
  @ApiProperty({ type: 'string', description: 'The person, opaque and stable.' })
  @Expose()
  readonly sub: string;

  @ApiProperty({ type: 'string', description: 'As the identity provider has it; empty when unknown.' })
  @Expose()
  readonly email: string;

  @ApiProperty({ type: 'boolean', description: 'Whether the identity provider vouches for the address.' })
  @Expose()
  readonly email_verified: boolean;

  @ApiProperty({ type: 'string', description: 'As the identity provider has it; empty when unknown.' })
  @Expose()
  readonly name: string;

  @ApiProperty({ ...textOrNull, description: 'How the person wants to be called here.' })
  @Expose()
  readonly display_name: string | null;

  @ApiProperty({ ...phoneNumberOrNull, description: 'In E.164 form.' })
  @Expose()
  readonly phone_number: string | null;

  @ApiProperty({ type: 'boolean', description: 'Whether the person wants to hear news.' })
  @Expose()
  readonly marketing_opt_in: boolean;

  @ApiProperty({
    oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
    description: 'When the person last changed it; null when never.',
  })
  @Expose()
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
