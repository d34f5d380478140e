import { ApiExtraModels } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import {
  AddConnectionRequest,
  ConnectionListResponse,
  ConnectionResponse,
  ConnectionTestResponse,
  PatchConnectionRequest,
  PutConnectionRequest,
  UpstreamRequest,
} from './connection.dto';
import { conflict, DescribeManagement, exampleMoment, notFound } from './management.openapi';
import {
  connectionType,
  flag,
  id,
  label,
  object,
  secondFactor,
  upstreamIssuer,
  upstreamText,
} from './member-rules';

const tag = 'connections';
const upstream = {
  issuer: 'https://login.acme.example',
  clientId: 'governance',
  secondFactor: { acrValues: ['urn:acme:loa:2'], amrValues: ['mfa'] },
};
const connection = { name: 'Corporate', type: 'enterprise', enabled: true } as const;
const redirectUri = 'https://login.example.org/connections/con_1/callback';
const example = {
  id: 'con_1',
  ...connection,
  upstream: { ...upstream, redirectUri, factorConfirmedAt: exampleMoment },
  createdAt: exampleMoment,
};
const path = { orgId: id, connectionId: id };
const noAdmin = 'no account admin of the organization could sign in afterwards';

export const DescribeListConnections = DescribeManagement({
  tag,
  operationId: 'listConnections',
  summary: 'List the connections of an organization',
  path: { orgId: id },
  answer: {
    type: ConnectionListResponse,
    example: new ConnectionListResponse([example]),
    description: 'The connections; empty if the organization does not exist.',
  },
});

export const DescribeAddConnection = DescribeManagement({
  tag,
  operationId: 'addConnection',
  summary: 'Add an enterprise connection for an admin of an organization',
  description:
    'Members who sign in with a password still can: an organization without connections gets one of type `database` too.',
  path: { orgId: id },
  body: {
    type: AddConnectionRequest,
    example: {
      id: example.id,
      name: connection.name,
      ...upstream,
      clientSecret: 'example-secret-at-the-provider',
    },
    members: {
      id,
      name: label,
      enabled: flag,
      issuer: upstreamIssuer,
      clientId: upstreamText,
      clientSecret: upstreamText,
      secondFactor,
    },
  },
  answer: {
    type: ConnectionResponse,
    example: new ConnectionResponse(example),
    description: 'The connection, without the secret.',
  },
  problems: [
    notFound,
    conflict(
      'The organization has `CONNECTIONS_PER_ORGANIZATION` enterprise connections, or the id belongs to another one.',
      'the organization has the most connections that it may have',
      'the connection belongs to another organization',
    ),
  ],
});

export const DescribePatchConnection = DescribeManagement({
  tag,
  operationId: 'patchConnection',
  summary: 'Change the name, the state, the secret or the second factor of a connection',
  path,
  body: {
    type: PatchConnectionRequest,
    example: { enabled: false },
    members: { name: label, enabled: flag, clientSecret: upstreamText, secondFactor },
  },
  answer: {
    type: ConnectionResponse,
    example: new ConnectionResponse(example),
    description: 'The connection, without the secret.',
  },
  problems: [
    {
      kind: 'invalid',
      when: 'The connection has no provider.',
      texts: [
        'clientSecret is for connections with a provider',
        'secondFactor is for connections with a provider',
      ],
    },
    notFound,
    conflict('No account admin could sign in afterwards.', noAdmin),
  ],
});

export const DescribeTestConnection = DescribeManagement({
  tag,
  operationId: 'testConnection',
  summary: 'Fetch what sign-ins need from the provider of a connection',
  description: 'Fetches the discovery document and the key set, also of a disabled connection.',
  path,
  answer: {
    type: ConnectionTestResponse,
    example: new ConnectionTestResponse('keys_unresolved'),
    description: 'The first problem, or `null`.',
  },
  problems: [notFound],
});

export const DescribePutConnection = applyDecorators(
  ApiExtraModels(UpstreamRequest),
  DescribeManagement({
    tag,
    operationId: 'putConnection',
    summary: 'Create or replace a connection',
    path,
    body: {
      type: PutConnectionRequest,
      example: { ...connection, upstream: { ...upstream, clientSecret: 'example-secret-at-the-provider' } },
      members: {
        name: label,
        type: connectionType,
        enabled: flag,
        upstream: object,
        'upstream: issuer': upstreamIssuer,
        'upstream: clientId': upstreamText,
        'upstream: clientSecret': upstreamText,
        'upstream: secondFactor': secondFactor,
      },
    },
    answer: {
      type: ConnectionResponse,
      example: new ConnectionResponse(example),
      description: 'The connection, without the secret.',
    },
    problems: [
      {
        kind: 'invalid',
        when: 'A connection of type `database` has no provider.',
        texts: ['upstream is for connections of type enterprise'],
      },
      notFound,
      conflict(
        'The connection belongs to another organization, or no account admin could sign in afterwards.',
        'the connection belongs to another organization',
        noAdmin,
      ),
    ],
  }),
);

export const DescribeRemoveConnection = DescribeManagement({
  tag,
  operationId: 'removeConnection',
  summary: 'Delete a connection and the accounts that it asserts',
  path,
  problems: [conflict('No account admin could sign in afterwards.', noAdmin)],
});
