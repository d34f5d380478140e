import {
  bodyNotAnObject,
  membersRefused,
  unreadableBody,
  unknownMember,
  describeOperation,
} from '@governance/http';
import { type Domain } from '@governance/iam';
import { tooManyProbes } from '../connections/connection-problems';
import {
  CheckDomainRequest,
  CreateDomainRequest,
  DomainCheckResponse,
  DomainListResponse,
  DomainResponse,
} from './domain.dto';
import {
  connectionRefused,
  domainTaken,
  nameRefused,
  tooManyDomains,
  unknownDomain,
} from './domain-problems';
import { unfinishedProviderChange } from '../provider-changes/provider-change-problems';

const pending: Domain = {
  name: 'acme.example',
  connectionId: 'con_acme_sso',
  challenge: {
    recordName: '_governance-challenge.acme.example',
    recordValue: 'governance-organization=org_acme:f8Yl3wWm0cQpX1v5bN7dKtRzH2uJ9sEaG4iO6yLq_A8',
    expiresAt: new Date('2026-11-27T12:00:00.000Z'),
  },
  provenAt: undefined,
  missingSince: undefined,
  lapsedAt: undefined,
  createdAt: new Date('2026-11-20T12:00:00.000Z'),
};
const proven: Domain = { ...pending, provenAt: new Date('2026-11-20T12:30:00.000Z') };

const domainNameParameter = {
  name: 'domainName',
  description: 'The `name` of the domain.',
  schema: { type: 'string', examples: [pending.name] },
};

export const DescribeListDomains = describeOperation({
  tag: 'members',
  operationId: 'listDomains',
  summary: 'List the domains of the organization',
  ok: {
    description: 'The domains of the caller’s organization, proven or not.',
    type: DomainListResponse,
    examples: {
      one: { summary: 'One domain', value: new DomainListResponse([proven]) },
      none: { summary: 'No domain', value: new DomainListResponse([]) },
    },
  },
});

export const DescribeCreateDomain = describeOperation({
  tag: 'members',
  operationId: 'createDomain',
  summary: 'Add a domain to prove, or set the connection of a domain',
  description: [
    'Publish `challenge` as a TXT record, then check the domain. Once it is proven, the sign-in page offers the connection to addresses of the domain. Other ways to sign in stay.',
    'The call can be repeated. A known domain keeps its proof and its challenge, unless that has expired, and gets the named connection.',
  ].join('\n\n'),
  body: {
    type: CreateDomainRequest,
    examples: {
      connected: {
        summary: 'For a connection',
        value: { name: pending.name, connection_id: pending.connectionId },
      },
      only: { summary: 'Without a connection', value: { name: pending.name } },
    },
  },
  created: {
    description: 'The domain with its challenge.',
    type: DomainResponse,
    examples: { added: { summary: 'Added', value: new DomainResponse(pending) } },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    nameRefused,
    connectionRefused,
    unknownMember('type'),
    unfinishedProviderChange,
    tooManyDomains,
  ],
});

export const DescribeCheckDomain = describeOperation({
  tag: 'members',
  operationId: 'checkDomain',
  summary: 'Look for the TXT record that proves a domain',
  description: [
    'A proven domain stays proven while its record is published: it is looked up once a day. For a proven domain, this call looks nothing up. It can be repeated.',
    'An organization has 30 checks in 15 minutes.',
  ].join('\n\n'),
  parameter: domainNameParameter,
  body: { type: CheckDomainRequest, required: false, examples: { none: { value: {} } } },
  ok: {
    description: 'The domain, and why it is not proven.',
    type: DomainCheckResponse,
    examples: {
      proven: {
        summary: 'Proven',
        value: new DomainCheckResponse({ domain: proven, problem: undefined }),
      },
      missing: {
        summary: 'Not yet published',
        value: new DomainCheckResponse({ domain: pending, problem: 'record_missing' }),
      },
    },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    membersRefused('name'),
    unknownDomain,
    domainTaken,
    tooManyProbes['domains:check'],
  ],
});

export const DescribeRemoveDomain = describeOperation({
  tag: 'members',
  operationId: 'removeDomain',
  summary: 'Remove a domain with its proof',
  description: 'The sign-in page no longer offers the connection to its addresses. Accounts stay.',
  parameter: domainNameParameter,
  noContent: { description: 'The domain is removed.' },
  problems: [...unreadableBody, unknownDomain, unfinishedProviderChange],
});
