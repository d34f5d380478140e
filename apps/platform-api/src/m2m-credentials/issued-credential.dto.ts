import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { kidDescription } from './credential.dto';
import { type CreatedCredential, type IssuedCredential } from './m2m-credentials.service';

/** spec 2.9: the response of creation and rotation, the only ones with a secret. */
@ApiSchema({
  name: 'IssuedCredential',
  description: 'A credential, with its new secret if it has one. New members may be added.',
})
export class IssuedCredentialResponse {
  @ApiProperty({ format: 'uuid', description: 'The `credentialId` for other operations.' })
  readonly id: string;

  @ApiProperty()
  readonly name: string;

  @ApiProperty({ description: 'The client id for token requests.' })
  readonly client_id: string;

  @ApiPropertyOptional({
    description:
      'Returned once, in this response. If you lose it, rotate the credential. Absent for a `public_key` credential, and in the replay of a creation.',
  })
  readonly client_secret?: string;

  @ApiProperty({ description: 'The caller’s organization.' })
  readonly org_id: string;

  @ApiPropertyOptional({ description: kidDescription })
  readonly kid?: string;

  @ApiPropertyOptional({
    type: 'boolean',
    enum: [true],
    description: 'Present only in the replay of a creation whose credential was later revoked.',
  })
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
    if (credential.kid !== undefined) this.kid = credential.kid;
    if (revoked) this.revoked = true;
  }
}
