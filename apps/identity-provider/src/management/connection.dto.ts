import { Problem } from '@governance/kernel';
import { ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { type Connection, connectionTypes, type NewConnection } from './connections.store';
import { Member } from './member.decorator';
import { connectionType, flag, label, object, upstreamIssuer, upstreamText } from './member-rules';
import { nestedRequest } from './nested-request';

@ApiSchema({ name: 'PutUpstream', description: 'Other members are refused.' })
export class UpstreamRequest {
  @Member(upstreamIssuer, { description: 'The issuer of the organization’s OpenID provider.' })
  readonly issuer: string = '';

  @Member(upstreamText, { description: 'Our client id at that provider.' })
  readonly clientId: string = '';

  @Member(upstreamText, { description: 'Never returned.' })
  readonly clientSecret: string = '';
}

@ApiSchema({ name: 'PutConnection', description: 'The whole connection. Other members are refused.' })
export class PutConnectionRequest {
  @Member(label)
  readonly name: string = '';

  @Member(connectionType, {
    description: '`database`: password. `enterprise`: the organization’s OpenID provider.',
  })
  readonly type: string = '';

  @Member(flag, { default: true })
  readonly enabled: boolean = true;

  @Member(object, {
    optional: true,
    description: 'Only for an `enterprise` connection, which cannot be used without it.',
    schema: { allOf: [{ $ref: getSchemaPath(UpstreamRequest) }] },
  })
  readonly upstream?: object;

  /** @throws a 400 when the provider is not valid, or the connection cannot have one. */
  toInput(): NewConnection {
    const { name, enabled, upstream } = this;
    const type = this.type === 'enterprise' ? 'enterprise' : 'database';
    if (upstream === undefined) return { name, type, enabled };
    if (type !== 'enterprise') throw new Problem('invalid', 'upstream is for connections of type enterprise');
    const { issuer, clientId, clientSecret } = nestedRequest(UpstreamRequest, {
      member: 'upstream',
      value: upstream,
    });
    return { name, type, enabled, upstream: { issuer, clientId, clientSecret } };
  }
}

@ApiSchema({
  name: 'Upstream',
  description: 'The OpenID provider of an organization, without our client secret.',
})
export class UpstreamResponse {
  @ApiProperty({ type: 'string' })
  readonly issuer: string;

  @ApiProperty({ type: 'string' })
  readonly clientId: string;

  constructor({ issuer, clientId }: NonNullable<Connection['upstream']>) {
    this.issuer = issuer;
    this.clientId = clientId;
  }
}

@ApiSchema({ name: 'Connection', description: 'A sign-in method of one organization.' })
export class ConnectionResponse {
  @ApiProperty({ type: 'string' })
  readonly id: string;

  @ApiProperty({ type: 'string' })
  readonly name: string;

  @ApiProperty({ enum: connectionTypes })
  readonly type: Connection['type'];

  @ApiProperty({ type: 'boolean' })
  readonly enabled: boolean;

  @ApiPropertyOptional({ type: UpstreamResponse })
  readonly upstream?: UpstreamResponse;

  @ApiProperty({ type: 'string', format: 'date-time' })
  readonly createdAt: string;

  constructor({ id, name, type, enabled, upstream, createdAt }: Connection) {
    this.id = id;
    this.name = name;
    this.type = type;
    this.enabled = enabled;
    if (upstream) this.upstream = new UpstreamResponse(upstream);
    this.createdAt = createdAt.toISOString();
  }
}

@ApiSchema({ name: 'ConnectionList' })
export class ConnectionListResponse {
  @ApiProperty({ type: [ConnectionResponse], description: 'Sorted by id.' })
  readonly connections: readonly ConnectionResponse[];

  constructor(connections: readonly Connection[]) {
    this.connections = connections.map((connection) => new ConnectionResponse(connection));
  }
}
