import {
  bodyNotAnObject,
  membersRefused,
  unreadableBody,
  unknownMember,
  describeOperation,
} from '@governance/http';
import { type ConfiguredConnection } from '@governance/iam';
import { ConfiguredConnectionResponse, ConnectionTestResponse } from './connection.dto';
import { exampleConnections } from './connections.openapi';
import { CreateConnectionRequest } from './create-connection.dto';
import {
  enabledRefused,
  enterpriseOnly,
  issuerRefused,
  nameRefused,
  noAdminLeft,
  notAtProvider,
  secondFactorRefused,
  secretRefused,
  tooManyConnections,
  tooManyProbes,
  unknownConnection,
} from './connection-problems';
import { SecondFactorResponse } from './second-factor.dto';
import { TestConnectionRequest } from './test-connection.dto';
import { UpdateConnectionRequest } from './update-connection.dto';
import { unfinishedProviderChange } from '../provider-changes/provider-change-problems';

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

const connectionIdParameter = {
  name: 'connectionId',
  description: 'The `id` of the connection.',
  schema: { type: 'string', examples: [configured.id] },
};

export const DescribeCreateConnection = describeOperation({
  tag: 'members',
  operationId: 'createConnection',
  summary: 'Add a connection to the organization’s OpenID provider',
  description: [
    'Register `redirect_uri` of the response at the provider, then test the connection. Members who sign in with a password still can: an organization’s first connection adds one of type `database` to the list.',
    'A connection only signs in people who have accepted an invitation through it. After a 503 the connection may exist: look for it in the list.',
  ].join('\n\n'),
  body: {
    type: CreateConnectionRequest,
    examples: { openid: { summary: 'An OpenID provider', value: creation } },
  },
  created: {
    description: 'The connection, without the client secret.',
    type: ConfiguredConnectionResponse,
    examples: { created: { summary: 'Added', value: new ConfiguredConnectionResponse(configured) } },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    nameRefused,
    issuerRefused,
    secretRefused,
    enabledRefused,
    secondFactorRefused,
    unknownMember('type', 'Only the documented members can be set; a password cannot be added'),
    tooManyConnections,
  ],
});

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

export const DescribeUpdateConnection = describeOperation({
  tag: 'members',
  operationId: 'updateConnection',
  summary: 'Rename, enable or disable a connection, replace its client secret, or set its second factor',
  description: [
    'Users cannot sign in with a disabled connection. Its members’ access tokens stop: at their next write, and within 60 seconds for reads. Their accounts stay.',
    'Sign-ins from then on follow a changed `second_factor`. The time of a second factor that was shown before stays in the tokens of its sign-in.',
    'An empty object changes nothing and returns the connection. The call can be repeated.',
  ].join('\n\n'),
  parameter: connectionIdParameter,
  body: { type: UpdateConnectionRequest, examples: updates },
  ok: {
    description: 'The connection, without the client secret.',
    type: ConfiguredConnectionResponse,
    examples: updated,
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    nameRefused,
    secretRefused,
    enabledRefused,
    secondFactorRefused,
    enterpriseOnly,
    unknownMember('type', 'Only the documented members can be set; a password cannot be added'),
    unknownConnection,
    noAdminLeft,
    unfinishedProviderChange,
  ],
});

export const DescribeRemoveConnection = describeOperation({
  tag: 'members',
  operationId: 'removeConnection',
  summary: 'Remove a connection to an OpenID provider',
  description: [
    'Permanent. Its members lose their accounts, and their access tokens stop: at their next write, and within 60 seconds for reads. Pending invitations that are pinned to it can no longer be accepted.',
    'To keep the accounts, disable it instead. After a 503 or a lost response, a removal that has disabled it is completed. Repeating the call is safe.',
  ].join('\n\n'),
  parameter: connectionIdParameter,
  noContent: { description: 'The connection is removed.' },
  problems: [...unreadableBody, unknownConnection, notAtProvider, noAdminLeft, unfinishedProviderChange],
});

export const DescribeTestConnection = describeOperation({
  tag: 'members',
  operationId: 'testConnection',
  summary: 'Test a connection to an OpenID provider',
  description: [
    'Fetches the discovery document and the key set, as a sign-in does: https, public addresses, no redirects. Also for a disabled connection.',
    'It does not test the client id and secret, which only a sign-in uses. An organization has 30 tests in 15 minutes.',
  ].join('\n\n'),
  parameter: connectionIdParameter,
  body: { type: TestConnectionRequest, required: false, examples: { none: { value: {} } } },
  ok: {
    description: 'The first problem, if there is one.',
    type: ConnectionTestResponse,
    examples: {
      passed: { summary: 'No problem', value: new ConnectionTestResponse(undefined) },
      failed: { summary: 'A problem', value: new ConnectionTestResponse('discovery_unresolved') },
    },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    membersRefused('issuer', 'Send no members: the stored issuer is tested'),
    unknownConnection,
    notAtProvider,
    tooManyProbes['connections:test'],
  ],
});
