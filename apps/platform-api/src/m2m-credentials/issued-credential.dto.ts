import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Expose } from 'class-transformer';
import { type CreatedCredential, type IssuedCredential } from './m2m-credentials.service';

/** spec 2.9: what creation and rotation answer, and the only response with a secret. */
@ApiSchema({
  name: 'IssuedCredential',
  description: 'A credential, with its new secret if it has one. Members may be added.',
})
export class IssuedCredentialResponse {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'The `credentialId` of other operations.' })
  @Expose()
  readonly id: string;

  @ApiProperty({ type: 'string' })
  @Expose()
  readonly name: string;

  @ApiProperty({ type: 'string', description: 'By which the machine asks for tokens.' })
  @Expose()
  readonly client_id: string;

  @ApiPropertyOptional({
    type: 'string',
    description:
      'Shown here, once, and nowhere else: whoever loses it rotates. Absent for a `public_key` credential, and from the replay of a creation.',
  })
  @Expose()
  readonly client_secret?: string;

  @ApiProperty({ type: 'string', description: 'The organization of the caller.' })
  @Expose()
  readonly org_id: string;

  @ApiPropertyOptional({
    type: 'boolean',
    enum: [true],
    description: 'In the replay of a creation whose credential was revoked since; else absent.',
  })
  @Expose()
  readonly revoked?: true;

  constructor({
    credential,
    secret,
    revoked = false,
  }: IssuedCredential & Partial<Pick<CreatedCredential, 'revoked'>>) {
    this.id = credential.id;
    this.name = credential.name;
    this.client_id = credential.clientId;
    if (secret !== undefined) this.client_secret = secret;
    this.org_id = credential.orgId;
    if (revoked) this.revoked = true;
  }
}
