import { ApiProblem, bodyNotAnObject, type ProblemDescription, unreadableBody } from '@governance/http';
import { type ConfiguredConnection } from '@governance/iam';
import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { ConfiguredConnectionResponse, ConnectionTestResponse } from './connection.dto';
import { exampleConnections } from './connections.openapi';
import { CreateConnectionRequest } from './create-connection.dto';
import { tooManyProbes } from './too-many-probes.openapi';
import { SecondFactorResponse } from './second-factor.dto';
import { TestConnectionRequest } from './test-connection.dto';
import { UpdateConnectionRequest } from './update-connection.dto';
import { unfinishedProviderChange } from '../provider-changes/provider-changes.openapi';

const [singleSignOn, password] = exampleConnections;
const upstream = { issuer: 'https://login.acme.example', clientId: 'governance' };
const configured: ConfiguredConnection = {
  ...singleSignOn,
  upstream: {
    ...upstream,
    redirectUri: `https://login.example.org/connections/${singleSignOn.id}/callback`,
  },
};
const creation = {
  name: configured.name,
  issuer: upstream.issuer,
  client_id: upstream.clientId,
  client_secret: 'example-secret-at-the-provider',
};
const secondFactor = { acrValues: ['urn:acme:loa:2'], amrValues: ['mfa'] };

const badName: ProblemDescription = {
  kind: 'invalid',
  when: 'The name is missing or invalid.',
  texts: [
    'name must be a string',
    'name must have 1 to 100 characters',
    'name must have no control, text-direction or other invisible characters',
  ],
};
const badSecret: ProblemDescription = {
  kind: 'invalid',
  when: 'The client secret is missing or invalid.',
  texts: [
    'client_secret must be a string',
    'client_secret must have 1 to 500 printable ASCII characters, and no spaces',
  ],
};
const badFlag: ProblemDescription = {
  kind: 'invalid',
  when: 'Whether it is enabled is not a boolean.',
  texts: ['enabled must be a boolean value'],
};

const badSecondFactor: ProblemDescription = {
  kind: 'invalid',
  when: 'The second factor is not as described.',
  texts: [
    'second_factor must be an object',
    'second_factor must have no members but acr_values and amr_values',
    'second_factor must have at least one value in acr_values or amr_values',
    ...['acr_values', 'amr_values'].flatMap((list) => [
      `second_factor.${list} must be an array of strings`,
      `second_factor.${list} must have at most 10 values, each of 1 to 200 printable ASCII characters, and no spaces`,
    ]),
  ],
};

/** `type` is an example of an unknown member. */
const unknownMember: ProblemDescription = {
  kind: 'invalid',
  when: 'The body has an unknown member.',
  texts: ['type is not a member of this request'],
};

const connectionNotFound: ProblemDescription = {
  kind: 'not_found',
  when: 'The caller’s organization has no connection with this id.',
  texts: ['there is no connection with this id'],
};

const noAdmin: ProblemDescription = {
  kind: 'conflict',
  when: 'No account-admin of the organization could sign in afterwards.',
  texts: [
    'no account-admin of the organization could sign in afterwards: give one another sign-in method first',
  ],
};

const changeRefused = [connectionNotFound, noAdmin, unfinishedProviderChange];

const withoutProvider: ProblemDescription = {
  kind: 'conflict',
  when: 'The connection is a password.',
  texts: ['only connections of type enterprise can be tested or removed'],
};

function ApiConnectionId(): MethodDecorator {
  return ApiParam({
    name: 'connectionId',
    description: 'The `id` of the connection.',
    schema: { type: 'string', examples: [configured.id] },
  });
}

export function DescribeCreateConnection(): MethodDecorator {
  return applyDecorators(
    ApiTags('members'),
    ApiOperation({
      operationId: 'createConnection',
      summary: 'Add a connection to the organization’s OpenID provider',
      description: [
        'Register `redirect_uri` of the response at the provider, then test the connection. Members who sign in with a password still can: an organization’s first connection adds one of type `database` to the list.',
        'A connection only signs in people who have accepted an invitation through it. After a 503 the connection may exist: look for it in the list.',
      ].join('\n\n'),
    }),
    ApiBody({
      type: CreateConnectionRequest,
      examples: { openid: { summary: 'An OpenID provider', value: creation } },
    }),
    ApiCreatedResponse({
      description: 'The connection, without the client secret.',
      type: ConfiguredConnectionResponse,
      examples: { created: { summary: 'Added', value: new ConfiguredConnectionResponse(configured) } },
    }),
    ApiProblem(
      ...unreadableBody,
      bodyNotAnObject,
      badName,
      {
        kind: 'invalid',
        when: 'The issuer or the client id is missing or invalid.',
        texts: [
          'issuer must be a string',
          'issuer must be an https URL of at most 500 characters, without a query',
          'client_id must be a string',
          'client_id must have 1 to 500 printable ASCII characters, and no spaces',
        ],
      },
      badSecret,
      badFlag,
      badSecondFactor,
      unknownMember,
      {
        kind: 'conflict',
        when: 'The organization has the most connections that the identity provider allows.',
        texts: ['the organization has the most connections that it may have: remove one first'],
      },
    ),
  );
}

const updates = {
  disabled: { summary: 'Disable', value: { enabled: false } },
  secret: { summary: 'A new secret', value: { client_secret: creation.client_secret } },
  factor: {
    summary: 'The second factor of the provider',
    value: { second_factor: new SecondFactorResponse(secondFactor) },
  },
};

const updated = {
  disabled: {
    summary: 'Disabled',
    value: new ConfiguredConnectionResponse({ ...configured, enabled: false }),
  },
  factor: {
    summary: 'With the second factor of the provider',
    value: new ConfiguredConnectionResponse({ ...configured, secondFactor }),
  },
  password: {
    summary: 'A password',
    value: new ConfiguredConnectionResponse({ ...password, upstream: undefined }),
  },
};

export function DescribeUpdateConnection(): MethodDecorator {
  return applyDecorators(
    ApiTags('members'),
    ApiOperation({
      operationId: 'updateConnection',
      summary: 'Rename, enable or disable a connection, replace its client secret, or set its second factor',
      description: [
        'Users cannot sign in with a disabled connection. Its members’ access tokens stop: at their next write, and within 60 seconds for reads. Their accounts stay.',
        'Sign-ins from then on follow a changed `second_factor`. The time of a second factor that was shown before stays in the tokens of its sign-in.',
        'An empty object changes nothing and returns the connection. The call can be repeated.',
      ].join('\n\n'),
    }),
    ApiConnectionId(),
    ApiBody({ type: UpdateConnectionRequest, examples: updates }),
    ApiOkResponse({
      description: 'The connection, without the client secret.',
      type: ConfiguredConnectionResponse,
      examples: updated,
    }),
    ApiProblem(
      ...unreadableBody,
      bodyNotAnObject,
      badName,
      badSecret,
      badFlag,
      badSecondFactor,
      {
        kind: 'invalid',
        when: 'A client secret or a second factor for a password.',
        texts: [
          'client_secret is for connections of type enterprise',
          'second_factor is for connections of type enterprise',
        ],
      },
      unknownMember,
      ...changeRefused,
    ),
  );
}

export function DescribeRemoveConnection(): MethodDecorator {
  return applyDecorators(
    ApiTags('members'),
    ApiOperation({
      operationId: 'removeConnection',
      summary: 'Remove a connection to an OpenID provider',
      description: [
        'Permanent. Its members lose their accounts, and their access tokens stop: at their next write, and within 60 seconds for reads. Pending invitations that are pinned to it can no longer be accepted.',
        'To keep the accounts, disable it instead. After a 503 or a lost response, a removal that has disabled it is completed. Repeating the call is safe.',
      ].join('\n\n'),
    }),
    ApiConnectionId(),
    ApiNoContentResponse({ description: 'The connection is removed.' }),
    ApiProblem(...unreadableBody, connectionNotFound, withoutProvider, noAdmin, unfinishedProviderChange),
  );
}

export function DescribeTestConnection(): MethodDecorator {
  return applyDecorators(
    ApiTags('members'),
    ApiOperation({
      operationId: 'testConnection',
      summary: 'Test a connection to an OpenID provider',
      description: [
        'Fetches the discovery document and the key set, as a sign-in does: https, public addresses, no redirects. Also for a disabled connection.',
        'It does not test the client id and secret, which only a sign-in uses. An organization has 30 tests in 15 minutes.',
      ].join('\n\n'),
    }),
    ApiConnectionId(),
    ApiBody({ type: TestConnectionRequest, required: false, examples: { none: { value: {} } } }),
    ApiOkResponse({
      description: 'The first problem, if there is one.',
      type: ConnectionTestResponse,
      examples: {
        passed: { summary: 'No problem', value: new ConnectionTestResponse(undefined) },
        failed: { summary: 'A problem', value: new ConnectionTestResponse('discovery_unresolved') },
      },
    }),
    ApiProblem(
      ...unreadableBody,
      bodyNotAnObject,
      {
        kind: 'invalid',
        when: 'The body has a member.',
        texts: ['issuer is not a member of this request'],
      },
      connectionNotFound,
      withoutProvider,
      tooManyProbes('tests of connections'),
    ),
  );
}
