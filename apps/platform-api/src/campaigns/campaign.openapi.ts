import { type CampaignClient, type CampaignWithProgress } from '@governance/assessments';
import { describeOperation, pageRefused } from '@governance/http';
import { CampaignClientListResponse } from './campaign-client.dto';
import { CampaignListResponse, CampaignResponse } from './campaign.dto';
import { conditionRefused, unknownCampaign } from './campaign-problems';

export const exampleCampaign: CampaignWithProgress = {
  id: '5b1f0d92-6c3e-4a58-8b27-1d0e9f8a7c6b',
  createdAt: new Date('2026-11-20T12:00:00.000Z'),
  createdBy: 'user_5f0e1d2c',
  name: 'Spring 2027',
  mode: 'msp-self',
  message: 'Please involve your head of IT.',
  sender: { name: 'Acme', domain: 'acme.example' },
  dueAt: new Date('2026-12-18T17:00:00.000Z'),
  closedAt: undefined,
  progress: {
    clients: 40,
    sent: 38,
    opened: 21,
    started: 14,
    submitted: 9,
    overdue: 0,
    failed: 2,
    optedOut: 1,
  },
};

const exampleClient: CampaignClient = {
  id: '2b9d6f40-8c1e-4f7a-9d35-5e0f1a2b3c4d',
  createdAt: exampleCampaign.createdAt,
  name: 'Globex Ltd',
  reference: 'CW-1042',
  sentAt: new Date('2026-11-20T12:00:05.000Z'),
  failed: undefined,
  openedAt: new Date('2026-11-21T08:15:00.000Z'),
  startedAt: new Date('2026-11-21T08:20:00.000Z'),
  submittedAt: undefined,
  optedOutAt: undefined,
  closesAt: new Date('2026-12-19T00:00:00.000Z'),
  resultId: undefined,
};

export const campaignIdParameter = {
  name: 'campaignId',
  description: 'The `id` of the campaign.',
  schema: { type: 'string', format: 'uuid', examples: [exampleCampaign.id] },
};

const nextCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';

export const DescribeListCampaigns = describeOperation({
  tag: 'campaigns',
  operationId: 'listCampaigns',
  summary: 'List the campaigns of the organization',
  description:
    'Newest first, in pages of 100 unless `limit` says otherwise, each with its progress. With `client_id`, those that ask this client, each with how far it has come. Repeat the condition with each `cursor`.',
  ok: {
    description: 'A page of the campaigns of the caller’s organization.',
    type: CampaignListResponse,
    examples: {
      page: {
        summary: 'A page that is not the last',
        value: new CampaignListResponse({ entries: [exampleCampaign], nextCursor }),
      },
      ofClient: {
        summary: 'Those that ask a client',
        value: new CampaignListResponse({
          entries: [{ ...exampleCampaign, clientState: 'started' }],
          nextCursor: undefined,
        }),
      },
      none: {
        summary: 'No campaign',
        value: new CampaignListResponse({ entries: [], nextCursor: undefined }),
      },
    },
  },
  problems: [pageRefused, ...conditionRefused],
});

export const DescribeGetCampaign = describeOperation({
  tag: 'campaigns',
  operationId: 'getCampaign',
  summary: 'Get a campaign of the organization',
  description: 'The list entry.',
  parameter: campaignIdParameter,
  ok: {
    description: 'The campaign.',
    type: CampaignResponse,
    examples: { one: { summary: 'A campaign', value: new CampaignResponse(exampleCampaign) } },
  },
  problems: [unknownCampaign],
});

export const DescribeListCampaignClients = describeOperation({
  tag: 'campaigns',
  operationId: 'listCampaignClients',
  summary: 'List the clients of a campaign',
  description: 'How far each has come, in pages of 100 unless `limit` says otherwise.',
  parameter: campaignIdParameter,
  ok: {
    description: 'A page of the clients of the campaign.',
    type: CampaignClientListResponse,
    examples: {
      page: {
        summary: 'The only page',
        value: new CampaignClientListResponse({
          entries: [exampleClient],
          nextCursor: undefined,
          dueAt: exampleCampaign.dueAt,
          now: new Date('2026-11-27T12:00:00.000Z'),
        }),
      },
    },
  },
  problems: [pageRefused, unknownCampaign],
});
