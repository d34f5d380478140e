import { ApiProblem, bodyNotAnObject, type ProblemDescription, unreadableBody } from '@governance/http';
import { type Domain } from '@governance/iam';
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
import { tooManyProbes } from '../connections/too-many-probes.openapi';
import {
  CheckDomainRequest,
  CreateDomainRequest,
  DomainCheckResponse,
  DomainListResponse,
  DomainResponse,
} from './domain.dto';
import { unfinishedProviderChange } from '../provider-changes/provider-changes.openapi';

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

const nameRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The name is missing, or no organization can own it.',
  texts: [
    'name must be a string',
    'name must be a domain, such as example.org',
    'name must not be a public suffix',
    'name must not be a domain of a mail provider',
  ],
};

const connectionRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The caller’s organization has no such connection to a provider.',
  texts: [
    'connection_id must be a string',
    'connection_id must name a connection of type enterprise of this organization',
  ],
};

/** `type` is an example of an unknown member. */
const unknownMember: ProblemDescription = {
  kind: 'invalid',
  when: 'The body has an unknown member.',
  texts: ['type is not a member of this request'],
};

const domainNotFound: ProblemDescription = {
  kind: 'not_found',
  when: 'The caller’s organization has no domain with this name.',
  texts: ['there is no domain with this name'],
};

function ApiDomainName(): MethodDecorator {
  return ApiParam({
    name: 'domainName',
    description: 'The `name` of the domain.',
    schema: { type: 'string', examples: [pending.name] },
  });
}

export function DescribeListDomains(): MethodDecorator {
  return applyDecorators(
    ApiTags('members'),
    ApiOperation({ operationId: 'listDomains', summary: 'List the domains of the organization' }),
    ApiOkResponse({
      description: 'The domains of the caller’s organization, proven or not.',
      type: DomainListResponse,
      examples: {
        one: { summary: 'One domain', value: new DomainListResponse([proven]) },
        none: { summary: 'No domain', value: new DomainListResponse([]) },
      },
    }),
  );
}

export function DescribeCreateDomain(): MethodDecorator {
  return applyDecorators(
    ApiTags('members'),
    ApiOperation({
      operationId: 'createDomain',
      summary: 'Add a domain to prove, or set the connection of a domain',
      description: [
        'Publish `challenge` as a TXT record, then check the domain. Once it is proven, the sign-in page offers the connection to addresses of the domain. Other ways to sign in stay.',
        'The call can be repeated. A known domain keeps its proof and its challenge, unless that has expired, and gets the named connection.',
      ].join('\n\n'),
    }),
    ApiBody({
      type: CreateDomainRequest,
      examples: {
        connected: {
          summary: 'For a connection',
          value: { name: pending.name, connection_id: pending.connectionId },
        },
        only: { summary: 'Without a connection', value: { name: pending.name } },
      },
    }),
    ApiCreatedResponse({
      description: 'The domain with its challenge.',
      type: DomainResponse,
      examples: { added: { summary: 'Added', value: new DomainResponse(pending) } },
    }),
    ApiProblem(
      ...unreadableBody,
      bodyNotAnObject,
      nameRefused,
      connectionRefused,
      unknownMember,
      unfinishedProviderChange,
      {
        kind: 'conflict',
        when: 'The organization has the most domains that the identity provider allows.',
        texts: ['the organization has the most domains that it may have: remove one first'],
      },
    ),
  );
}

export function DescribeCheckDomain(): MethodDecorator {
  return applyDecorators(
    ApiTags('members'),
    ApiOperation({
      operationId: 'checkDomain',
      summary: 'Look for the TXT record that proves a domain',
      description: [
        'A proven domain stays proven while its record is published: it is looked up once a day. For a proven domain, this call looks nothing up. It can be repeated.',
        'An organization has 30 checks in 15 minutes.',
      ].join('\n\n'),
    }),
    ApiDomainName(),
    ApiBody({ type: CheckDomainRequest, required: false, examples: { none: { value: {} } } }),
    ApiOkResponse({
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
    }),
    ApiProblem(
      ...unreadableBody,
      bodyNotAnObject,
      {
        kind: 'invalid',
        when: 'The body has a member.',
        texts: ['name is not a member of this request'],
      },
      domainNotFound,
      {
        kind: 'conflict',
        when: 'Another organization has proven the domain.',
        texts: ['another organization has proven this domain'],
      },
      tooManyProbes('checks of domains'),
    ),
  );
}

export function DescribeRemoveDomain(): MethodDecorator {
  return applyDecorators(
    ApiTags('members'),
    ApiOperation({
      operationId: 'removeDomain',
      summary: 'Remove a domain with its proof',
      description: 'The sign-in page no longer offers the connection to its addresses. Accounts stay.',
    }),
    ApiDomainName(),
    ApiNoContentResponse({ description: 'The domain is removed.' }),
    ApiProblem(...unreadableBody, domainNotFound, unfinishedProviderChange),
  );
}
