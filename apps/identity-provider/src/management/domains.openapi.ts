import { DomainCheckResponse, DomainListResponse, DomainResponse, PutDomainRequest } from './domain.dto';
import { conflict, DescribeManagement, exampleMoment, notFound } from './management.openapi';
import { domainName, id } from './member-rules';

const tag = 'domains';
const example = {
  name: 'acme.example',
  connectionId: 'con_1',
  challenge: 'governance-organization=org_acme:f8Yl3wWm0cQpX1v5bN7dKtRzH2uJ9sEaG4iO6yLq_A8',
  challengeExpiresAt: exampleMoment,
  isExpired: false,
  provenAt: null,
  missingSince: null,
  lapsedAt: null,
  createdAt: exampleMoment,
};
const path = { orgId: id, domainName };

export const DescribeListDomains = DescribeManagement({
  tag,
  operationId: 'listDomains',
  summary: 'List the domains of an organization',
  path: { orgId: id },
  answer: {
    type: DomainListResponse,
    example: new DomainListResponse([example]),
    description: 'The domains; empty if the organization does not exist.',
  },
});

export const DescribePutDomain = DescribeManagement({
  tag,
  operationId: 'putDomain',
  summary: 'Add a domain to prove, or set its connection',
  description: 'The expired challenge of a domain without a proof gets a successor. A proof stays.',
  path,
  body: { type: PutDomainRequest, example: { connectionId: 'con_1' }, members: { connectionId: id } },
  answer: { type: DomainResponse, example: new DomainResponse(example), description: 'The domain.' },
  problems: [
    notFound,
    conflict('The organization has 100 domains.', 'the organization has the most domains that it may have'),
  ],
});

export const DescribeCheckDomain = DescribeManagement({
  tag,
  operationId: 'checkDomain',
  summary: 'Look for the TXT record that proves a domain',
  path,
  answer: {
    type: DomainCheckResponse,
    example: new DomainCheckResponse({ domain: example, problem: 'record_missing' }),
    description: 'The domain, and why it is not proven.',
  },
  problems: [
    notFound,
    conflict('Another organization has proven it.', 'another organization has proven the domain'),
  ],
});

export const DescribeRemoveDomain = DescribeManagement({
  tag,
  operationId: 'removeDomain',
  summary: 'Remove a domain with its proof',
  path,
});
