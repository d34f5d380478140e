import {
  bodyNotAnObject,
  describeOperation,
  unknownMember,
  unreadableBody,
  variableHeader,
} from '@governance/http';
import { type TriedCondition } from '@governance/iam';
import { tooManyProbes } from '../connections/connection-problems';
import {
  exceedingCreation,
  identityRefused,
  nameRefused,
  networksRefused,
} from '../m2m-credentials/credential-problems';
import { unfinishedProviderChange } from '../provider-changes/provider-change-problems';
import { CreateTrustRuleRequest } from './create-trust-rule.dto';
import { exampleRule, ruleIdParameter } from './trust-rule.openapi';
import { TrustRuleResponse } from './trust-rule.dto';
import {
  endRefused,
  formerProvider,
  keySetOfAnother,
  keySetRefused,
  notAtProvider,
  ruleRefused,
  tokenRefused,
  tooManyRules,
  unknownRule,
} from './trust-rule-problems';
import { TrustRuleTrialResponse } from './trust-rule-trial.dto';
import { TryTrustRuleRequest } from './try-trust-rule.dto';
import { UpdateTrustRuleRequest } from './update-trust-rule.dto';

const shown = new TrustRuleResponse(exampleRule);

export const DescribeCreateTrustRule = describeOperation({
  tag: 'trust-rules',
  operationId: 'createTrustRule',
  summary: 'Create a trust rule',
  description: [
    'A workload exchanges a token of its own platform for an access token, with the `client_id` of the rule: there is no secret. Every text is compared as it is. Each preset needs the claims that its issuer never gives to another workload.',
    'After a 503 the rule does not exist, or soon will not.',
  ].join('\n\n'),
  body: {
    type: CreateTrustRuleRequest,
    examples: {
      github: {
        summary: 'Jobs of a branch at GitHub Actions',
        value: { name: shown.name, preset: shown.preset, conditions: shown.conditions },
      },
      spiffe: {
        summary: 'A workload with a SPIFFE ID',
        value: {
          name: 'Backup',
          preset: 'spiffe',
          issuer: 'https://spire.acme.example',
          subject: 'spiffe://acme.example/backup',
        },
      },
    },
  },
  created: {
    description: 'The trust rule. It works.',
    type: TrustRuleResponse,
    headers: {
      Location: variableHeader(
        `https://api.example.org/iam/trust-rules/${exampleRule.id}`,
        'The path of the trust rule.',
        '^https?://.+/iam/trust-rules/[0-9a-f-]{36}$',
      ),
    },
    examples: {
      created: {
        summary: 'Created',
        value: new TrustRuleResponse({ ...exampleRule, lastUsedAt: undefined, lastRefusal: undefined }),
      },
    },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    nameRefused,
    ...ruleRefused,
    keySetRefused,
    ...identityRefused,
    networksRefused,
    endRefused,
    unknownMember('client_id', 'Only the documented members can be set'),
    exceedingCreation,
    tooManyRules,
  ],
});

export const DescribeUpdateTrustRule = describeOperation({
  tag: 'trust-rules',
  operationId: 'updateTrustRule',
  summary: 'Rename a trust rule, or replace its uploaded keys',
  description:
    'The conditions of a rule never change: create another one instead. After a 503 the change is made within about a minute.',
  parameter: ruleIdParameter,
  body: {
    type: UpdateTrustRuleRequest,
    examples: { renamed: { summary: 'A new name', value: { name: exampleRule.name } } },
  },
  ok: {
    description: 'The trust rule after the change.',
    type: TrustRuleResponse,
    examples: { changed: { summary: 'Changed', value: shown } },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    nameRefused,
    keySetRefused,
    keySetOfAnother,
    unknownMember('conditions', 'The conditions of a rule never change: create another one'),
    unknownRule,
    formerProvider,
    unfinishedProviderChange,
  ],
});

export const DescribeRemoveTrustRule = describeOperation({
  tag: 'trust-rules',
  operationId: 'deleteTrustRule',
  summary: 'Delete a trust rule',
  description:
    'Permanent: its workload gets no more access tokens, and those that it has stop working. Works while the identity provider is unavailable. A second deletion returns 404.',
  parameter: ruleIdParameter,
  noContent: { description: 'The trust rule is deleted.' },
  problems: [...unreadableBody, unknownRule],
});

const tried: readonly TriedCondition[] = [
  { condition: 'signature', holds: true },
  { condition: 'aud', holds: true },
  { condition: 'ref', holds: false },
];

export const DescribeTryTrustRule = describeOperation({
  tag: 'trust-rules',
  operationId: 'tryTrustRule',
  summary: 'Try a token with a trust rule',
  description:
    'Says condition by condition whether the token would get an access token. It gets none, and a token that can be used once is not used up. The token is neither stored nor logged.',
  parameter: ruleIdParameter,
  body: {
    type: TryTrustRuleRequest,
    examples: {
      token: {
        summary: 'A token of the workload',
        value: { token: 'eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.e30.c2ln' },
      },
    },
  },
  ok: {
    description: 'What holds. A token that is refused is a result, not an error.',
    type: TrustRuleTrialResponse,
    examples: {
      refused: { summary: 'Of another branch', value: new TrustRuleTrialResponse(tried) },
      accepted: {
        summary: 'Accepted',
        value: new TrustRuleTrialResponse(tried.map((each) => ({ ...each, holds: true }))),
      },
    },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    tokenRefused,
    unknownMember('tokens', 'Only the documented members can be set'),
    unknownRule,
    notAtProvider,
    tooManyProbes['trust-rules:try'],
  ],
});
