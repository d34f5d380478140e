import { type OrgClient } from '@governance/assessments';
import { describeOperation, pageRefused } from '@governance/http';
import { ApiExtraModels } from '@nestjs/swagger';
import { ClientListResponse, ClientResponse, LatestResultResponse } from './client.dto';
import { filterRefused, unknownClient } from './client-problems';

export const exampleClient: OrgClient = {
  id: '2b9d6f40-8c1e-4f7a-9d35-5e0f1a2b3c4d',
  createdAt: new Date('2026-11-20T12:00:00.000Z'),
  updatedAt: new Date('2026-11-27T08:15:00.000Z'),
  name: 'Globex Ltd',
  declaredName: undefined,
  contactName: 'Eva Muster',
  contactEmail: 'eva@globex.example',
  reference: 'CW-1042',
  domain: 'globex.example',
  tags: ['gold', 'healthcare'],
  ownerId: 'user_5f0e1d2c',
  memberIds: ['user_5f0e1d2c', 'user_8a7b6c5d'],
  isArchived: false,
  latestResult: {
    id: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
    createdAt: new Date('2026-11-19T10:00:00.000Z'),
    mode: 'client-on-behalf',
    overallScore: 74,
    tier: 'Progressing',
    launchAllowed: false,
  },
};

export const clientIdParameter = {
  name: 'clientId',
  description: 'The `id` of the client.',
  schema: { type: 'string', format: 'uuid', examples: [exampleClient.id] },
};

const nextCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';

export const DescribeListClients = describeOperation({
  tag: 'clients',
  operationId: 'listClients',
  summary: 'List the clients of the organization',
  description:
    'Those that the caller sees, newest first, in pages of 100 unless `limit` says otherwise. Repeat the conditions with each `cursor`. Names and contacts are stored encrypted: a search compares keyed hashes of whole words.',
  ok: {
    description: 'A page of the clients of the caller’s organization.',
    type: ClientListResponse,
    examples: {
      page: {
        summary: 'A page that is not the last',
        value: new ClientListResponse({ entries: [exampleClient], nextCursor }),
      },
      none: {
        summary: 'No client',
        value: new ClientListResponse({ entries: [], nextCursor: undefined }),
      },
    },
  },
  problems: [pageRefused, ...filterRefused],
  more: [ApiExtraModels(LatestResultResponse)],
});

export const DescribeGetClient = describeOperation({
  tag: 'clients',
  operationId: 'getClient',
  summary: 'Get a client of the organization',
  description: 'The list entry.',
  parameter: clientIdParameter,
  ok: {
    description: 'The client.',
    type: ClientResponse,
    examples: { one: { summary: 'A client', value: new ClientResponse(exampleClient) } },
  },
  problems: [unknownClient],
});
