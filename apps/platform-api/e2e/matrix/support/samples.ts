import { type Permission } from '@governance/iam';
import { newCampaign } from '../../support/campaigns';
import { newConnection } from '../../support/connections';
import { newRule } from '../../support/trust-rules';

/** What the path of a row names: each row gets one that its request succeeds for. */
export type Target =
  | 'credential'
  | 'overlapping-credential'
  | 'trust-rule'
  | 'service-identity'
  | 'unused-service-identity'
  | 'invitation'
  | 'member'
  | 'connection'
  | 'domain'
  | 'client'
  | 'contact'
  | 'campaign'
  | 'assessed-client'
  | 'capability'
  | 'result';

/** A request that succeeds for every permitted caller, where it is more than the path of the route. */
export interface Sample {
  /** What its path names, if it is nothing of an organization. */
  readonly segment?: string;
  /** What its path or body names, if anything. */
  readonly target?: Target;
  readonly body?: object;
  /** A body that names the target. */
  readonly bodyOf?: (targetId: string) => object;
  /** The permissions that it grants; the caller has to hold them too. */
  readonly gives?: readonly Permission[];
  /** What the audit event of its completed write states beside the outcome. */
  readonly reason?: string;
  /** By default the first status of success that the route documents. */
  readonly success?: number;
  /** Any `api-version` is ignored. */
  readonly anyVersion?: true;
}

/** By route. A route without a sample is requested by its path alone. */
export const samples: Readonly<Record<string, Sample>> = {
  'GET /api/certification/verify/{id}': {
    segment: '6f1d3c58-0b7a-4c92-8e45-2a9b7c3d1e60',
    success: 302,
    anyVersion: true,
  },
  'GET /docs/{name}': { segment: 'draw.js' },
  'PATCH /self/profile': { body: { marketing_opt_in: true } },
  'GET /iam/m2m-credentials/{credentialId}': { target: 'credential' },
  'POST /iam/m2m-credentials': { body: { name: 'Nightly export', type: 'client_secret' } },
  'PATCH /iam/m2m-credentials/{credentialId}': { target: 'credential', body: { name: 'Weekly export' } },
  'POST /iam/m2m-credentials/{credentialId}/rotate-secret': { target: 'credential' },
  'DELETE /iam/m2m-credentials/{credentialId}': { target: 'credential' },
  'DELETE /iam/m2m-credentials/{credentialId}/previous-secret': { target: 'overlapping-credential' },
  'PUT /iam/credential-policy': { body: { client_secrets: 'allowed' }, reason: 'allowed' },
  'GET /iam/trust-rules/{ruleId}': { target: 'trust-rule' },
  'POST /iam/trust-rules': { body: newRule },
  'PATCH /iam/trust-rules/{ruleId}': {
    target: 'trust-rule',
    body: { name: 'Releases' },
    reason: 'name',
  },
  'DELETE /iam/trust-rules/{ruleId}': { target: 'trust-rule' },
  'POST /iam/trust-rules/{ruleId}/try': { target: 'trust-rule', body: { token: 'e30.e30.c2ln' } },
  'PATCH /iam/service-identities/{id}': { target: 'service-identity', body: { name: 'Exports' } },
  'DELETE /iam/service-identities/{id}': { target: 'unused-service-identity' },
  'POST /iam/connections': { body: newConnection },
  'PATCH /iam/connections/{connectionId}': { target: 'connection', body: { name: 'After' } },
  'DELETE /iam/connections/{connectionId}': { target: 'connection' },
  'POST /iam/connections/{connectionId}/test': { target: 'connection' },
  'POST /iam/domains': { body: { name: 'acme.example' } },
  'POST /iam/domains/{domainName}/check': { target: 'domain' },
  'DELETE /iam/domains/{domainName}': { target: 'domain' },
  'POST /iam/org-invitations': {
    gives: ['self:organization:read'],
    body: { email: 'invitee@example.com', role: 'viewer' },
  },
  'POST /iam/org-invitations/{invitationId}/resend': {
    target: 'invitation',
    gives: ['self:organization:read'],
  },
  'DELETE /iam/org-invitations/{invitationId}': { target: 'invitation' },
  'PATCH /iam/members/{memberId}': {
    target: 'member',
    gives: ['self:organization:read'],
    reason: 'viewer',
    body: { role: 'viewer' },
  },
  'DELETE /iam/members/{memberId}': { target: 'member' },
  'POST /iam/members/{memberId}/second-factor-reset': { target: 'member', gives: ['self:organization:read'] },
  'DELETE /iam/members/{memberId}/second-factor-reset': { target: 'member' },
  'POST /org/clients': { body: { name: 'Globex Ltd' } },
  'POST /org/clients/import': { body: { csv: 'name\nGlobex Ltd\n' } },
  'GET /org/clients/{clientId}': { target: 'client' },
  'PATCH /org/clients/{clientId}': { target: 'client', body: { archived: true } },
  'DELETE /org/clients/{clientId}': { target: 'client' },
  'POST /org/campaigns': { target: 'contact', bodyOf: (contact) => newCampaign([contact]) },
  'GET /org/campaigns/{campaignId}': { target: 'campaign' },
  'GET /org/campaigns/{campaignId}/clients': { target: 'campaign' },
  'POST /org/campaigns/{campaignId}/close': { target: 'campaign' },
  'DELETE /org/campaigns/{campaignId}': { target: 'campaign' },
  'GET /org/clients/{clientId}/review-pack': { target: 'assessed-client', success: 202 },
  'POST /org/results': { target: 'capability', bodyOf: (capability) => ({ capability }) },
  'GET /org/results/{resultId}': { target: 'result' },
  'DELETE /org/results/{resultId}': { target: 'result' },
};
