import { type Page } from '@governance/http';
import {
  type CredentialType,
  credentialTypes,
  isServiceIdentityPermission,
  type M2mCredential,
  type Permission,
  permissions,
  type PreviousSecret,
} from '@governance/iam';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

export const kidDescription =
  'The `kid` to name in client assertions: the RFC 7638 thumbprint of the key. Only for `public_key` credentials.';
const momentOrNull = { oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] };

/** A secret or key, as far as it is shown. */
@ApiSchema({ name: 'CredentialSecret' })
export class CredentialSecretResponse {
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'null' }],
    description:
      'The last four characters of the secret, or of the RFC 7638 thumbprint of the key. `null` for a secret issued before they were recorded.',
  })
  readonly last_four: string | null;

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;

  @ApiProperty({ ...momentOrNull, description: 'When it stops working. `null`: never.' })
  readonly expires_at: string | null;

  constructor({ lastFour, createdAt, expiresAt }: ShownSecret) {
    this.last_four = lastFour ?? null;
    this.created_at = createdAt.toISOString();
    this.expires_at = expiresAt?.toISOString() ?? null;
  }
}

interface ShownSecret extends Omit<PreviousSecret, 'expiresAt'> {
  readonly expiresAt: Date | undefined;
}

/** spec 2.9: an entry of the list. Its input has no secret, so it cannot contain one. */
@ApiSchema({ name: 'Credential', description: 'A credential without its secret. New members may be added.' })
export class CredentialResponse {
  @ApiProperty({ format: 'uuid' })
  readonly id: string;

  @ApiProperty()
  readonly name: string;

  @ApiProperty({ description: 'The client id for token requests.' })
  readonly client_id: string;

  @ApiProperty({ description: 'The caller’s organization.' })
  readonly org_id: string;

  @ApiProperty({ enum: credentialTypes })
  readonly credential_type: CredentialType;

  @ApiProperty({ format: 'date-time' })
  readonly created_at: string;

  @ApiProperty({ format: 'date-time', description: 'Equals `created_at` until the first rotation.' })
  readonly last_rotated_at: string;

  @ApiProperty({ format: 'uuid', description: 'The service identity that the credential acts for.' })
  readonly service_identity_id: string;

  @ApiProperty({
    ...momentOrNull,
    description:
      'When the secret or key expires: it no longer authenticates and its tokens stop working. `null`: never.',
  })
  readonly expires_at: string | null;

  @ApiProperty({
    ...momentOrNull,
    description: 'When the machine last called, to the minute. `null`: never.',
  })
  readonly last_used_at: string | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: permissions.filter(isServiceIdentityPermission) },
    description: 'What its tokens permit: the permissions of its service identity.',
  })
  readonly permissions: readonly Permission[];

  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'null' }],
    description: 'The note of your admins, if there is one.',
  })
  readonly description: string | null;

  @ApiProperty({
    type: [CredentialSecretResponse],
    description:
      'The secret or key and, during the overlap of a rotation, the previous one after it. Never the secret itself.',
  })
  readonly secrets: readonly CredentialSecretResponse[];

  @ApiProperty({
    oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }],
    description:
      'The networks from which the credential can be used, in canonical form. `null`: from everywhere.',
  })
  readonly allowed_networks: readonly string[] | null;

  @ApiPropertyOptional({ description: kidDescription })
  readonly kid?: string;

  constructor(credential: M2mCredential) {
    this.id = credential.id;
    this.name = credential.name;
    this.client_id = credential.clientId;
    this.org_id = credential.orgId;
    this.credential_type = credential.type;
    this.created_at = credential.createdAt.toISOString();
    this.last_rotated_at = credential.lastRotatedAt.toISOString();
    this.service_identity_id = credential.serviceIdentityId;
    this.expires_at = credential.expiresAt?.toISOString() ?? null;
    this.last_used_at = credential.lastUsedAt?.toISOString() ?? null;
    this.permissions = [...credential.permissions];
    this.description = credential.description ?? null;
    const { lastFour, lastRotatedAt: createdAt, expiresAt, previous } = credential;
    this.secrets = [{ lastFour, createdAt, expiresAt }, ...(previous ? [previous] : [])].map(
      (secret) => new CredentialSecretResponse(secret),
    );
    this.allowed_networks = credential.allowedNetworks ?? null;
    if (credential.kid !== undefined) this.kid = credential.kid;
  }
}

/** spec 4.2. Constructors copy exactly the declared members (ADR 22). */
@ApiSchema({ name: 'CredentialList' })
export class CredentialListResponse {
  @ApiProperty({ type: [CredentialResponse], description: 'Newest first.' })
  readonly credentials: readonly CredentialResponse[];

  @ApiPropertyOptional({
    description: 'The `cursor` of the next page. Absent on the last page, and when the list is not paged.',
  })
  readonly next_cursor?: string;

  constructor({ entries, nextCursor }: Page<M2mCredential>) {
    this.credentials = entries.map((credential) => new CredentialResponse(credential));
    if (nextCursor !== undefined) this.next_cursor = nextCursor;
  }
}
