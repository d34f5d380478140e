import { keptDraftDays } from '@governance/assessments';
import {
  bodyNotAnObject,
  describeOperation,
  membersRefused,
  unknownMember,
  unreadableBody,
  variableHeader,
} from '@governance/http';
import { CampaignResponse, CreatedCampaignResponse } from './campaign.dto';
import { campaignIdParameter, exampleCampaign } from './campaign.openapi';
import {
  campaignNameTaken,
  campaignOfOthers,
  campaignRefused,
  firstCampaignTooLarge,
  nobodyToAsk,
  noProvenDomain,
  tooManyCampaigns,
  unknownCampaign,
} from './campaign-problems';
import { CloseCampaignRequest } from './close-campaign.dto';
import { CreateCampaignRequest } from './create-campaign.dto';

const nothingYet = {
  clients: 3,
  sent: 0,
  opened: 0,
  started: 0,
  submitted: 0,
  overdue: 0,
  failed: 0,
  optedOut: 0,
};
const leftOut = [{ clientId: '7a6b5c4d-3e2f-4190-8f7e-6d5c4b3a2910', reason: 'no_contact' } as const];
const { name, mode, message } = exampleCampaign;
const due = exampleCampaign.dueAt.toISOString();
const clientId = '2b9d6f40-8c1e-4f7a-9d35-5e0f1a2b3c4d';

export const DescribeCreateCampaign = describeOperation({
  tag: 'campaigns',
  operationId: 'createCampaign',
  summary: 'Send a questionnaire to clients',
  description: [
    'Each client’s contact gets a mail with a link for one assessment, which works until the end of the due day. The mail names the organization, a domain that it has proven, and an address to opt out. A submitted result is attached to the client.',
    'Reminders follow 7, 3 and 1 days before the due day and on the day, to those who have not answered. Clients without a contact, archived ones, and those whose contact has opted out get no mail, and are named in the response.',
  ].join('\n\n'),
  body: {
    type: CreateCampaignRequest,
    examples: {
      filter: {
        summary: 'To all clients with a tag',
        value: { name, mode, due_at: due, message, clients: { filter: { tag: 'gold' } } },
      },
      ids: { summary: 'To some clients', value: { name, mode, due_at: due, clients: { ids: [clientId] } } },
    },
  },
  created: {
    description: 'The campaign. Its mails are queued.',
    type: CreatedCampaignResponse,
    headers: {
      Location: variableHeader(
        `https://api.example.org/org/campaigns/${exampleCampaign.id}`,
        'The path of the campaign.',
        '^https?://.+/org/campaigns/[0-9a-f-]{36}$',
      ),
    },
    examples: {
      created: {
        summary: 'Created',
        value: new CreatedCampaignResponse({ ...exampleCampaign, progress: nothingYet }, leftOut),
      },
    },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    ...campaignRefused,
    unknownMember('due_on'),
    noProvenDomain,
    campaignNameTaken,
    tooManyCampaigns,
    firstCampaignTooLarge,
    nobodyToAsk,
  ],
});

export const DescribeCloseCampaign = describeOperation({
  tag: 'campaigns',
  operationId: 'closeCampaign',
  summary: 'Close a campaign',
  description:
    'Its links no longer work, and its waiting mails are cancelled. Progress and submitted results stay. Can be repeated.',
  parameter: campaignIdParameter,
  body: { type: CloseCampaignRequest, required: false, examples: { none: { value: {} } } },
  ok: {
    description: 'The closed campaign.',
    type: CampaignResponse,
    examples: {
      closed: {
        summary: 'Closed',
        value: new CampaignResponse({ ...exampleCampaign, closedAt: new Date('2026-12-01T09:00:00.000Z') }),
      },
    },
  },
  problems: [...unreadableBody, bodyNotAnObject, membersRefused('reason'), unknownCampaign, campaignOfOthers],
});

export const DescribeDeleteCampaign = describeOperation({
  tag: 'campaigns',
  operationId: 'deleteCampaign',
  summary: 'Delete a campaign',
  description: `Permanent: with its progress, and with answers that were not submitted. Submitted results stay with their clients. Without a deletion, contacts and answers are removed ${keptDraftDays} days after the end of the campaign. A second deletion returns 404.`,
  parameter: campaignIdParameter,
  noContent: { description: 'The campaign is deleted.' },
  problems: [...unreadableBody, unknownCampaign, campaignOfOthers],
});
