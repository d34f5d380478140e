import { describeOperation } from '@governance/http';
import { MeResponse } from './me.dto';

const person = new MeResponse({
  subject: 'usr_5f0c8f5e6f2a',
  scope: 'openid profile email offline_access api:full:read api:full:write',
  permissions: new Set(['self:profile:read', 'self:profile:write', 'self:organization:read']),
  orgId: 'org_acme',
  orgName: 'Acme',
  hasOtherOrgs: false,
});
const machine = new MeResponse({
  subject: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
  scope: 'api:full:read api:full:write',
  permissions: new Set(['self:organization:read', 'm2m:credentials:read']),
  orgId: 'org_acme',
  orgName: 'Acme',
});

export const DescribeMe = describeOperation({
  tag: 'identity',
  operationId: 'me',
  summary: 'Get the caller’s identity',
  description:
    'The identity in the access token. For a machine, the call also checks that its credential still exists.',
  ok: {
    description: 'The caller.',
    type: MeResponse,
    examples: {
      person: { summary: 'A member of an organization', value: person },
      machine: { summary: 'A machine', value: machine },
    },
  },
});
