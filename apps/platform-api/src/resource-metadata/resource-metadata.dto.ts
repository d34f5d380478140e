import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type ProtectedResource } from './protected-resource';

/** spec 5.2.4: the scopes that concern this surface; the other ones are for the issuer. */
const scopes = ['api:full:read', 'api:full:write'];

@ApiSchema({
  name: 'ResourceMetadata',
  description: 'How OAuth clients get access tokens for this surface (RFC 9728). New members may be added.',
})
export class ResourceMetadataResponse {
  @ApiProperty({ format: 'uri', description: 'The identifier of this surface: the `aud` of its tokens.' })
  readonly resource: string;

  @ApiProperty({ type: 'string', description: 'The name of this surface.' })
  readonly resource_name = 'AI governance platform';

  @ApiProperty({ format: 'uri', description: 'The API reference.' })
  readonly resource_documentation: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uri' },
    description: 'The issuers whose tokens are accepted. Each publishes its own metadata (RFC 8414).',
  })
  readonly authorization_servers: readonly string[];

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: scopes },
    description: 'The scopes of tokens for this surface. Permissions are granted separately.',
  })
  readonly scopes_supported: readonly string[] = scopes;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: ['header'] },
    description: 'Where a request carries its token: in the header `Authorization` only.',
  })
  readonly bearer_methods_supported: readonly string[] = ['header'];

  constructor({ identifier, authorizationServer }: ProtectedResource) {
    this.resource = identifier;
    this.resource_documentation = `${identifier}/docs`;
    this.authorization_servers = [authorizationServer];
  }
}
