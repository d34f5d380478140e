import { describeOperation } from '@governance/http';
import { type Connection } from '@governance/iam';
import { ConnectionListResponse } from './connection.dto';

export const exampleConnections: readonly [Connection, Connection] = [
  { id: 'con_acme_sso', name: 'Acme single sign-on', type: 'enterprise', enabled: true },
  { id: 'con_acme_password', name: 'Password', type: 'database', enabled: true },
];

const upstream = {
  issuer: 'https://login.acme.example',
  clientId: 'governance',
  redirectUri: 'https://login.example.org/connections/con_acme_sso/callback',
};

export const DescribeListConnections = describeOperation({
  tag: 'members',
  operationId: 'listConnections',
  summary: 'List the identity connections of the organization',
  description:
    'Includes disabled connections. Needs no permission. Users who may change connections also see the provider of each, and what counts as a second factor there.',
  ok: {
    description: 'The connections of the caller’s organization.',
    type: ConnectionListResponse,
    examples: {
      members: {
        summary: 'For members and machines',
        value: new ConnectionListResponse(exampleConnections, { withSettings: false }),
      },
      admins: {
        summary: 'For users who may change connections',
        value: new ConnectionListResponse([{ ...exampleConnections[0], upstream }, exampleConnections[1]], {
          withSettings: true,
        }),
      },
      none: {
        summary: 'No connection',
        value: new ConnectionListResponse([], { withSettings: false }),
      },
    },
  },
});
