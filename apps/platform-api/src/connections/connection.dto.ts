import { type Connection } from '@governance/iam';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** spec 2.11 */
@ApiSchema({
  name: 'Connection',
  description: 'A way in which members of the organization sign in. Members may be added.',
})
export class ConnectionResponse {
  @ApiProperty({ type: 'string', description: 'Opaque: the `connection_id` of an invitation.' })
  readonly id: string;

  @ApiProperty({ type: 'string', description: 'For people.' })
  readonly name: string;

  @ApiProperty({
    type: 'string',
    description:
      '`database`: a password kept by the identity provider. `enterprise`: the organization’s own provider. Others may come.',
  })
  readonly type: string;

  @ApiProperty({ type: 'boolean', description: 'Whether anybody can sign in by it now.' })
  readonly enabled: boolean;

  constructor({ id, name, type, enabled }: Connection) {
    this.id = id;
    this.name = name;
    this.type = type;
    this.enabled = enabled;
  }
}

@ApiSchema({ name: 'ConnectionList' })
export class ConnectionListResponse {
  @ApiProperty({ type: [ConnectionResponse], description: 'By name.' })
  readonly connections: readonly ConnectionResponse[];

  constructor(connections: readonly Connection[]) {
    this.connections = connections.map((connection) => new ConnectionResponse(connection));
  }
}
