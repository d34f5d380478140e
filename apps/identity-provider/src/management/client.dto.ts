import { ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { apiScopes } from '../oauth/api-resource';
import {
  acceptedKeyOf,
  authenticationOf,
  KeyAuthenticationRequest,
  keyExpiryText,
  momentOf,
  publicKeyText,
  SecretAuthenticationRequest,
  secretExpiryText,
} from './client-authentication.dto';
import { type Client, type KeyChange, type NewClient, type SecretChange } from './clients.store';
import { Member } from './member.decorator';
import {
  id,
  label,
  machineScope,
  networks,
  object,
  pageSize,
  permissions,
  publicKey,
  secret,
  timestamp,
} from './member-rules';

const largestPage = 200;
const revisionText =
  'An id of the change, chosen by the caller and stored with it: it shows whether the change was made.';
const overlapText =
  'The replaced secret or key works until then, or until it or its successor expires if that is earlier. If absent, it ends at once.';

const networksText = 'The networks from which the client gets tokens. If absent, it gets them everywhere.';

@ApiSchema({ name: 'PutClient', description: 'The whole client. Other members are refused.' })
export class PutClientRequest {
  @Member(id, { description: revisionText })
  readonly revision: string = '';

  @Member(id)
  readonly orgId: string = '';

  @Member(label)
  readonly name: string = '';

  @Member(permissions, {
    description: "The permissions in its tokens, limited to those that a token's scope covers.",
  })
  readonly permissions?: readonly string[];

  @Member(machineScope, { default: [...apiScopes] })
  readonly scope: readonly string[] = [...apiScopes];

  @Member(networks, { description: networksText, optional: true })
  readonly allowedNetworks?: readonly string[];

  @Member(object, {
    schema: {
      oneOf: [
        { $ref: getSchemaPath(SecretAuthenticationRequest) },
        { $ref: getSchemaPath(KeyAuthenticationRequest) },
      ],
    },
  })
  readonly authentication?: object;

  /** @throws a 400 for another authentication method, or a secret or key that is not accepted. */
  toInput(): NewClient {
    const { revision, orgId, name, permissions: granted = [], scope, allowedNetworks } = this;
    return {
      revision,
      orgId,
      name,
      permissions: granted,
      scope,
      allowedNetworks,
      authentication: authenticationOf(this.authentication ?? {}),
    };
  }
}

@ApiSchema({ name: 'RenameClient', description: 'Other members are refused.' })
export class RenameClientRequest {
  @Member(id, { description: revisionText })
  readonly revision: string = '';

  @Member(label)
  readonly name: string = '';
}

@ApiSchema({ name: 'PutClientSecret', description: 'Other members are refused.' })
export class PutClientSecretRequest {
  @Member(id, { description: revisionText })
  readonly revision: string = '';

  @Member(secret, {
    description:
      'Replaces the old secret, which is no longer valid when the call returns, or after the overlap. An earlier overlap ends.',
  })
  readonly secret: string = '';

  @Member(timestamp, { description: secretExpiryText, optional: true })
  readonly expiresAt?: string;

  @Member(timestamp, { description: overlapText, optional: true })
  readonly overlapUntil?: string;

  toInput(): SecretChange {
    const { revision, secret: plain, expiresAt, overlapUntil } = this;
    return { revision, secret: plain, expiresAt: momentOf(expiresAt), overlapUntil: momentOf(overlapUntil) };
  }
}

@ApiSchema({ name: 'EndClientOverlap', description: 'Other members are refused.' })
export class EndClientOverlapRequest {
  @Member(id, { description: revisionText })
  readonly revision: string = '';
}

@ApiSchema({ name: 'PutClientKey', description: 'Other members are refused.' })
export class PutClientKeyRequest {
  @Member(id, { description: revisionText })
  readonly revision: string = '';

  @Member(publicKey, { description: publicKeyText })
  readonly publicKey?: string;

  @Member(timestamp, { description: keyExpiryText, optional: true })
  readonly expiresAt?: string;

  @Member(timestamp, { description: overlapText, optional: true })
  readonly overlapUntil?: string;

  /** @throws a 400 for a key that is not accepted. */
  toInput(): KeyChange {
    const { revision, publicKey: pem = '', expiresAt, overlapUntil } = this;
    return {
      revision,
      publicKey: acceptedKeyOf(pem, 'publicKey'),
      expiresAt: momentOf(expiresAt),
      overlapUntil: momentOf(overlapUntil),
    };
  }
}

export class ListClientsQuery {
  @Member(id, { description: 'Only clients of this organization.', optional: true })
  readonly orgId?: string;

  @Member(id, { description: '`next` of the previous page.', optional: true })
  readonly after?: string;

  @Member(pageSize, { default: largestPage })
  readonly limit: string = String(largestPage);

  toInput(): {
    readonly orgId: string | undefined;
    readonly after: string | undefined;
    readonly limit: number;
  } {
    return { orgId: this.orgId, after: this.after, limit: Number(this.limit) };
  }
}

const momentOrNull = { oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] };

@ApiSchema({ name: 'Client', description: 'A machine client, without its secret.' })
export class ClientResponse {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'The id with which the client authenticates.' })
  @Expose()
  readonly clientId: string;

  @ApiProperty({ type: 'string', description: 'The tag that the caller chose.' })
  @Expose()
  readonly tag: string;

  @ApiProperty({ type: 'string', description: 'The revision of the last change.' })
  @Expose()
  readonly revision: string;

  @ApiProperty({ type: 'string' })
  @Expose()
  readonly orgId: string;

  @ApiProperty({ type: 'string' })
  @Expose()
  readonly name: string;

  @ApiProperty({ type: 'array', items: { type: 'string' } })
  @Expose()
  readonly permissions: readonly string[];

  @ApiProperty({ type: 'array', items: { type: 'string' } })
  @Expose()
  readonly scope: readonly string[];

  @ApiProperty({
    oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }],
    description: 'The networks from which the client gets tokens. `null`: everywhere.',
  })
  @Expose()
  readonly allowedNetworks: readonly string[] | null;

  @ApiProperty({ type: 'string', enum: ['secret', 'key'] })
  @Expose()
  readonly method: Client['method'];

  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'null' }],
    description: 'The RFC 7638 thumbprint of the key. `null` if the client has a secret.',
  })
  @Expose()
  readonly keyThumbprint: string | null;

  @ApiProperty({
    ...momentOrNull,
    description: '`null` if the key does not expire or the client has a secret.',
  })
  @Expose()
  readonly keyExpiresAt: string | null;

  @ApiProperty({
    ...momentOrNull,
    description: '`null` if the secret does not expire or the client has a key.',
  })
  @Expose()
  readonly secretExpiresAt: string | null;

  @ApiProperty({
    ...momentOrNull,
    description: 'When the previous secret or key ends. `null` if the last replacement had no overlap.',
  })
  @Expose()
  readonly previousExpiresAt: string | null;

  @ApiProperty({ type: 'string', format: 'date-time' })
  @Expose()
  readonly createdAt: string;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'When the secret or key was last set.' })
  @Expose()
  readonly rotatedAt: string;

  constructor(client: Client) {
    this.clientId = client.clientId;
    this.tag = client.tag;
    this.revision = client.revision;
    this.orgId = client.orgId;
    this.name = client.name;
    this.permissions = client.permissions;
    this.scope = client.scope;
    this.allowedNetworks = client.allowedNetworks;
    this.method = client.method;
    this.keyThumbprint = client.keyThumbprint;
    this.keyExpiresAt = client.keyExpiresAt?.toISOString() ?? null;
    this.secretExpiresAt = client.secretExpiresAt?.toISOString() ?? null;
    this.previousExpiresAt = client.previousExpiresAt?.toISOString() ?? null;
    this.createdAt = client.createdAt.toISOString();
    this.rotatedAt = client.rotatedAt.toISOString();
  }
}

@ApiSchema({ name: 'ClientPage' })
export class ClientPageResponse {
  @ApiProperty({ type: [ClientResponse], description: 'Sorted by tag.' })
  @Expose()
  @Type(() => ClientResponse)
  readonly clients: readonly ClientResponse[];

  @ApiPropertyOptional({
    type: 'string',
    description: 'The `after` for the next page; absent on the last page.',
  })
  @Expose()
  readonly next?: string;

  constructor({ clients, next }: { readonly clients: readonly Client[]; readonly next: string | undefined }) {
    this.clients = clients.map((client) => new ClientResponse(client));
    if (next !== undefined) this.next = next;
  }
}
