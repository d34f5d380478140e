import {
  type ConfiguredConnection,
  type Connection,
  type ConnectionProblem,
  connectionProblems,
  connectionProblemText,
} from '@governance/iam';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { SecondFactorResponse } from './second-factor.dto';

/** Who sees a response, besides the organization's members. */
interface Audience {
  /** Whether the provider and the second factor are shown: to users who may change connections. */
  readonly withSettings: boolean;
}

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }] };
const redirectUri = 'Register this redirect URI at the provider.';
const forAdmins = 'Only for users who may change connections.';

/** spec 2.11, plus what admins need */
@ApiExtraModels(SecondFactorResponse)
@ApiSchema({
  name: 'Connection',
  description: 'A way in which members of the organization sign in. New members may be added.',
})
export class ConnectionResponse {
  @ApiProperty({ type: 'string', description: 'Opaque. Use it as the `connection_id` of an invitation.' })
  @Expose()
  readonly id: string;

  @ApiProperty({ type: 'string', description: 'Display name.' })
  @Expose()
  readonly name: string;

  @ApiProperty({
    type: 'string',
    description:
      '`database`: a password stored by the identity provider. `enterprise`: the organization’s own provider. New values may be added.',
  })
  @Expose()
  readonly type: string;

  @ApiProperty({ type: 'boolean', description: 'Whether members can sign in with it.' })
  @Expose()
  readonly enabled: boolean;

  @ApiPropertyOptional({
    oneOf: [{ $ref: getSchemaPath(SecondFactorResponse) }, { type: 'null' }],
    description: `What counts as a second factor at its provider; \`null\`: nothing. ${forAdmins}`,
  })
  @Expose()
  @Type(() => SecondFactorResponse)
  readonly second_factor?: SecondFactorResponse | null;

  @ApiPropertyOptional({
    ...textOrNull,
    description: `Of its provider. \`null\`, like \`client_id\` and \`redirect_uri\`, for a password. ${forAdmins}`,
  })
  @Expose()
  readonly issuer?: string | null;

  @ApiPropertyOptional({ ...textOrNull, description: forAdmins })
  @Expose()
  readonly client_id?: string | null;

  @ApiPropertyOptional({ ...textOrNull, description: `${redirectUri} ${forAdmins}` })
  @Expose()
  readonly redirect_uri?: string | null;

  constructor(connection: Connection, { withSettings }: Audience) {
    const { id, name, type, enabled, secondFactor, upstream } = connection;
    this.id = id;
    this.name = name;
    this.type = type;
    this.enabled = enabled;
    if (!withSettings) return;
    this.second_factor = secondFactor ? new SecondFactorResponse(secondFactor) : null;
    this.issuer = upstream?.issuer ?? null;
    this.client_id = upstream?.clientId ?? null;
    this.redirect_uri = upstream?.redirectUri ?? null;
  }
}

@ApiSchema({ name: 'ConnectionList' })
export class ConnectionListResponse {
  @ApiProperty({ type: [ConnectionResponse], description: 'Ordered by name.' })
  @Expose()
  @Type(() => ConnectionResponse)
  readonly connections: readonly ConnectionResponse[];

  constructor(connections: readonly Connection[], audience: Audience) {
    this.connections = connections.map((connection) => new ConnectionResponse(connection, audience));
  }
}

@ApiSchema({
  name: 'ConfiguredConnection',
  description: 'A connection with its provider, for admins. It never contains the client secret.',
})
export class ConfiguredConnectionResponse extends ConnectionResponse {
  @ApiProperty({
    ...textOrNull,
    required: true,
    description: '`null`, like `client_id` and `redirect_uri`, for a password.',
  })
  @Expose()
  override readonly issuer: string | null;

  @ApiProperty({ ...textOrNull, required: true, description: 'Of our client at the provider.' })
  @Expose()
  override readonly client_id: string | null;

  @ApiProperty({ ...textOrNull, required: true, description: redirectUri })
  @Expose()
  override readonly redirect_uri: string | null;

  constructor(connection: ConfiguredConnection) {
    super(connection, { withSettings: true });
    const { upstream } = connection;
    this.issuer = upstream?.issuer ?? null;
    this.client_id = upstream?.clientId ?? null;
    this.redirect_uri = upstream?.redirectUri ?? null;
  }
}

@ApiSchema({ name: 'ConnectionTest', description: 'What sign-ins need from the provider of a connection.' })
export class ConnectionTestResponse {
  @ApiProperty({ type: 'boolean', description: 'Whether the provider has it all.' })
  @Expose()
  readonly ok: boolean;

  @ApiProperty({
    oneOf: [{ type: 'string', enum: [...connectionProblems] }, { type: 'null' }],
    description: 'The first problem. New values may be added.',
  })
  @Expose()
  readonly problem: ConnectionProblem | null;

  @ApiProperty({ ...textOrNull, description: 'The problem in one sentence, for display.' })
  @Expose()
  readonly problem_description: string | null;

  constructor(problem: ConnectionProblem | undefined) {
    this.ok = problem === undefined;
    this.problem = problem ?? null;
    this.problem_description = problem === undefined ? null : connectionProblemText(problem);
  }
}
