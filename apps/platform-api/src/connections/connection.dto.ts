import {
  type Connection,
  type ConnectionProblem,
  connectionProblems,
  connectionProblemText,
} from '@governance/iam';
import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { SecondFactorResponse } from './second-factor.dto';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }], required: true };

/** spec 2.11 */
@ApiSchema({
  name: 'Connection',
  description: 'A sign-in method of the organization. New members may be added.',
})
export class ConnectionResponse {
  @ApiProperty({ description: 'Opaque. Use it as the `connection_id` of an invitation.' })
  readonly id: string;

  @ApiProperty({ description: 'Display name.' })
  readonly name: string;

  @ApiProperty({
    description:
      '`database`: a password stored by the identity provider. `enterprise`: the organization’s own provider. New values may be added.',
  })
  readonly type: string;

  @ApiProperty({ description: 'Whether members can sign in with it.' })
  readonly enabled: boolean;

  constructor({ id, name, type, enabled }: Connection) {
    this.id = id;
    this.name = name;
    this.type = type;
    this.enabled = enabled;
  }
}

/** spec 2.11, plus what admins need */
@ApiExtraModels(SecondFactorResponse)
@ApiSchema({
  name: 'ConfiguredConnection',
  description: 'A connection with its provider, for admins. It never contains the client secret.',
})
export class ConfiguredConnectionResponse extends ConnectionResponse {
  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(SecondFactorResponse) }, { type: 'null' }],
    required: true,
    description: 'What counts as a second factor at its provider; `null`: nothing.',
  })
  readonly second_factor: SecondFactorResponse | null;

  @ApiProperty({
    oneOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
    required: true,
    description:
      'Since when `second_factor` counts. `null`: it does not, because it is not set, or was set without a recent second factor of another origin. Set it again to confirm it.',
  })
  readonly second_factor_confirmed_at: string | null;

  @ApiProperty({
    ...textOrNull,
    description: 'Of its provider. `null`, like `client_id` and `redirect_uri`, for a password.',
  })
  readonly issuer: string | null;

  @ApiProperty({ ...textOrNull, description: 'Of our client at the provider.' })
  readonly client_id: string | null;

  @ApiProperty({ ...textOrNull, description: 'Register this redirect URI at the provider.' })
  readonly redirect_uri: string | null;

  constructor(connection: Connection) {
    super(connection);
    const { secondFactor, factorConfirmedAt, upstream } = connection;
    this.second_factor = secondFactor ? new SecondFactorResponse(secondFactor) : null;
    this.second_factor_confirmed_at = factorConfirmedAt?.toISOString() ?? null;
    this.issuer = upstream?.issuer ?? null;
    this.client_id = upstream?.clientId ?? null;
    this.redirect_uri = upstream?.redirectUri ?? null;
  }
}

@ApiExtraModels(ConnectionResponse, ConfiguredConnectionResponse)
@ApiSchema({ name: 'ConnectionList' })
export class ConnectionListResponse {
  @ApiProperty({
    type: 'array',
    items: {
      anyOf: [
        { $ref: getSchemaPath(ConfiguredConnectionResponse) },
        { $ref: getSchemaPath(ConnectionResponse) },
      ],
    },
    description:
      'Ordered by name. `ConfiguredConnection` for users who may change connections, `Connection` for every other caller.',
  })
  readonly connections: readonly ConnectionResponse[];

  /** `withSettings`: for users who may change connections. */
  constructor(connections: readonly Connection[], { withSettings }: { readonly withSettings: boolean }) {
    const Shown = withSettings ? ConfiguredConnectionResponse : ConnectionResponse;
    this.connections = connections.map((connection) => new Shown(connection));
  }
}

@ApiSchema({ name: 'ConnectionTest', description: 'What sign-ins need from the provider of a connection.' })
export class ConnectionTestResponse {
  @ApiProperty({ description: 'Whether the provider has it all.' })
  readonly ok: boolean;

  @ApiProperty({
    oneOf: [{ type: 'string', enum: [...connectionProblems] }, { type: 'null' }],
    description: 'The first problem. New values may be added.',
  })
  readonly problem: ConnectionProblem | null;

  @ApiProperty({ ...textOrNull, description: 'The problem in one sentence, for display.' })
  readonly problem_description: string | null;

  constructor(problem: ConnectionProblem | undefined) {
    this.ok = problem === undefined;
    this.problem = problem ?? null;
    this.problem_description = problem === undefined ? null : connectionProblemText(problem);
  }
}
