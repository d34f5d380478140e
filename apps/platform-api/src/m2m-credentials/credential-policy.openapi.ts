import {
  bodyNotAnObject,
  describeOperation,
  type ProblemDescription,
  unknownMember,
  unreadableBody,
} from '@governance/http';
import { CredentialPolicyResponse, SetCredentialPolicyRequest } from './credential-policy.dto';

const policyRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The rule for secrets is missing or unknown.',
  texts: {
    'client_secrets must be a string': 'Send one of the two values',
    'client_secrets must be allowed or forbidden': 'Send one of them',
  },
};

const tag = 'm2m-credentials';
const examples = {
  allowed: { summary: 'By default', value: new CredentialPolicyResponse('allowed') },
  forbidden: { summary: 'Without secrets', value: new CredentialPolicyResponse('forbidden') },
};

export const DescribeGetCredentialPolicy = describeOperation({
  tag,
  operationId: 'getCredentialPolicy',
  summary: 'Get what the organization allows for new credentials',
  ok: { description: 'The policy.', type: CredentialPolicyResponse, examples },
});

export const DescribeSetCredentialPolicy = describeOperation({
  tag,
  operationId: 'setCredentialPolicy',
  summary: 'Allow or forbid credentials with a secret',
  description:
    'Applies to creations that begin later. An existing secret still works until you revoke it, and can be rotated, so that a leak can be answered. Workloads get tokens by trust rules, and machines by `public_key`, without a shared secret.',
  body: { type: SetCredentialPolicyRequest, examples },
  ok: { description: 'The policy after the change.', type: CredentialPolicyResponse, examples },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    policyRefused,
    unknownMember('public_keys', 'Only the documented members can be set'),
  ],
});
