import { describeOperation, pageRefused } from '@governance/http';
import { exampleCredential } from '../m2m-credentials/credential.openapi';
import { TrustRuleListResponse, TrustRuleResponse } from './trust-rule.dto';
import { unknownRule } from './trust-rule-problems';
import { type ShownTrustRule } from './trust-rules.service';

export const exampleRule: ShownTrustRule = {
  id: '5d1c7b2e-9a41-4f0e-8c35-6f1e2d3c4b5a',
  name: 'Deployments of the website',
  clientId: '0b7e4c1d-2f6a-4d8b-9e53-7a1c0d2e3f4b',
  provider: 'https://identity.example.org',
  serviceIdentityId: exampleCredential.serviceIdentityId,
  permissions: exampleCredential.permissions,
  preset: 'github-actions',
  issuer: 'https://token.actions.githubusercontent.com',
  audience: 'https://identity.example.org/oauth/token',
  subject: undefined,
  conditions: [
    { claim: ['repository_id'], oneOf: ['712345678'] },
    { claim: ['repository_owner_id'], oneOf: ['1234567'] },
    { claim: ['ref'], oneOf: ['refs/heads/main'] },
  ],
  singleUse: true,
  allowedNetworks: undefined,
  keySet: undefined,
  createdAt: new Date('2026-11-20T12:00:00.000Z'),
  expiresAt: undefined,
  revision: undefined,
  lastUsedAt: new Date('2026-11-27T08:15:00.000Z'),
  lastRefusal: { at: new Date('2026-11-26T17:40:00.000Z'), condition: 'ref' },
};

export const ruleIdParameter = {
  name: 'ruleId',
  description: 'The `id` of the trust rule.',
  schema: { type: 'string', format: 'uuid', examples: [exampleRule.id] },
};

const exampleCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';

function listOf(entries: readonly ShownTrustRule[], nextCursor?: string): TrustRuleListResponse {
  return new TrustRuleListResponse({ entries, nextCursor });
}

export const DescribeListTrustRules = describeOperation({
  tag: 'trust-rules',
  operationId: 'listTrustRules',
  summary: 'List the trust rules of the organization',
  description: 'A page of them, newest first. An organization has at most 100.',
  ok: {
    description: 'The trust rules of the caller’s organization.',
    type: TrustRuleListResponse,
    examples: {
      one: { summary: 'One trust rule', value: listOf([exampleRule]) },
      none: { summary: 'No trust rule', value: listOf([]) },
      page: { summary: 'A page that is not the last', value: listOf([exampleRule], exampleCursor) },
    },
  },
  problems: [pageRefused],
});

export const DescribeGetTrustRule = describeOperation({
  tag: 'trust-rules',
  operationId: 'getTrustRule',
  summary: 'Get a trust rule',
  description: 'The list entry.',
  parameter: ruleIdParameter,
  ok: {
    description: 'The trust rule.',
    type: TrustRuleResponse,
    examples: { one: { summary: 'A trust rule', value: new TrustRuleResponse(exampleRule) } },
  },
  problems: [unknownRule],
});
