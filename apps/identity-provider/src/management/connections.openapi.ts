import { ApiExtraModels } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import {
  ConnectionListResponse,
  ConnectionResponse,
  PutConnectionRequest,
  UpstreamRequest,
} from './connection.dto';
import { conflict, DescribeManagement, exampleMoment, notFound } from './management.openapi';
import { connectionType, flag, id, label, object, upstreamIssuer, upstreamText } from './member-rules';

const tag = 'connections';
const upstream = { issuer: 'https://login.acme.example', clientId: 'governance' };
const connection = { name: 'Corporate', type: 'enterprise', enabled: true } as const;
const example = { id: 'con_1', ...connection, upstream, createdAt: exampleMoment };
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
