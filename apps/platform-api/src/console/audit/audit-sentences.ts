import { type AuditedOperation } from '@governance/iam';
import { type Kind } from './audit-names';

interface Sentence {
  /** In the filter. */
  readonly label: string;
  /** With the object after it, such as `changed the role of`. */
  readonly done: string;
  readonly tried: string;
  readonly object: Kind | 'organization' | 'profile' | 'account';
}

const sentence = (object: Sentence['object'], label: string, [done, tried]: [string, string]): Sentence => ({
  label,
  done,
  tried,
  object,
});

/** An operation of a later release has no words here. */
export const sentences: Readonly<Record<AuditedOperation, Sentence>> = {
  'm2m-credentials:create': sentence('credential', 'Credential created', ['created', 'create']),
  'm2m-credentials:rotate': sentence('credential', 'Credential rotated', ['rotated', 'rotate']),
  'm2m-credentials:rename': sentence('credential', 'Credential renamed', ['renamed', 'rename']),
  'm2m-credentials:revoke': sentence('credential', 'Credential revoked', ['revoked', 'revoke']),
  'm2m-credentials:revoke-previous-secret': sentence('credential', 'Previous secret revoked', [
    'revoked the previous secret of',
    'revoke the previous secret of',
  ]),
  'trust-rules:create': sentence('trust rule', 'Trust rule created', ['created', 'create']),
  'trust-rules:update': sentence('trust rule', 'Trust rule changed', ['changed', 'change']),
  'trust-rules:remove': sentence('trust rule', 'Trust rule deleted', ['deleted', 'delete']),
  'trust-rules:try': sentence('trust rule', 'Trust rule tried', ['tried', 'try']),
  'credential-policy:update': sentence('organization', 'Policy of credentials changed', [
    'changed the policy of credentials of',
    'change the policy of credentials of',
  ]),
  'service-identities:rename': sentence('service identity', 'Service identity renamed', [
    'renamed',
    'rename',
  ]),
  'service-identities:delete': sentence('service identity', 'Service identity deleted', [
    'deleted',
    'delete',
  ]),
  'org-invitations:create': sentence('invitation', 'Invitation sent', ['sent', 'send']),
  'org-invitations:resend': sentence('invitation', 'Invitation sent again', [
    'sent a new link for',
    'send a new link for',
  ]),
  'org-invitations:revoke': sentence('invitation', 'Invitation revoked', ['revoked', 'revoke']),
  'org-invitations:deliver': sentence('invitation', 'Invitation mailed', ['mailed', 'mail']),
  'members:update': sentence('member', 'Role changed', ['changed the role of', 'change the role of']),
  'members:remove': sentence('member', 'Member removed', ['removed', 'remove']),
  'members:reset-second-factor': sentence('member', 'Removal of a second factor requested', [
    'asked to remove the second factor of',
    'ask to remove the second factor of',
  ]),
  'members:cancel-second-factor-reset': sentence('member', 'Removal of a second factor cancelled', [
    'kept the second factor of',
    'keep the second factor of',
  ]),
  'members:complete-second-factor-reset': sentence('member', 'Second factor removed', [
    'removed the second factor of',
    'remove the second factor of',
  ]),
  'account:set-authenticator': sentence('account', 'Authenticator app set up', [
    'set up an authenticator app for',
    'set up an authenticator app for',
  ]),
  'account:renew-recovery-codes': sentence('account', 'Recovery codes replaced', [
    'replaced the recovery codes of',
    'replace the recovery codes of',
  ]),
  'account:end-sessions': sentence('account', 'Own sessions ended', [
    'signed out a browser or program of',
    'sign out a browser or program of',
  ]),
  'account:cancel-second-factor-reset': sentence('account', 'Own second factor kept', [
    'kept the second factor of',
    'keep the second factor of',
  ]),
  'connections:create': sentence('connection', 'Connection added', ['added', 'add']),
  'connections:update': sentence('connection', 'Connection changed', ['changed', 'change']),
  'connections:confirm-factor': sentence('connection', 'Second factor of a connection confirmed', [
    'confirmed the second factor of',
    'confirm the second factor of',
  ]),
  'connections:test': sentence('connection', 'Connection tested', ['tested', 'test']),
  'connections:remove': sentence('connection', 'Connection removed', ['removed', 'remove']),
  'domains:create': sentence('domain', 'Domain added', ['added', 'add']),
  'domains:check': sentence('domain', 'Domain checked', ['checked', 'check']),
  'domains:lapse': sentence('domain', 'Domain no longer proven', ['ended the proof of', 'end the proof of']),
  'domains:remove': sentence('domain', 'Domain removed', ['removed', 'remove']),
  'org-clients:create': sentence('client', 'Client created', ['created', 'create']),
  'org-clients:update': sentence('client', 'Client changed', ['changed', 'change']),
  'org-clients:delete': sentence('client', 'Client deleted', ['deleted', 'delete']),
  'org-clients:import': sentence('client', 'Client imported', ['imported', 'import']),
  'org-campaigns:create': sentence('campaign', 'Campaign sent', ['sent', 'send']),
  'org-campaigns:close': sentence('campaign', 'Campaign closed', ['closed', 'close']),
  'org-campaigns:delete': sentence('campaign', 'Campaign deleted', ['deleted', 'delete']),
  'org-results:attach': sentence('result', 'Result attached', ['attached', 'attach']),
  'org-results:detach': sentence('result', 'Result detached', ['detached', 'detach']),
  'organizations:create': sentence('organization', 'Organization created', ['created', 'create']),
  'organizations:change-policy': sentence('organization', 'Policy of the organization changed', [
    'changed the policy of',
    'change the policy of',
  ]),
  'self-profile:update': sentence('profile', 'Own profile changed', ['changed', 'change']),
};

/** Undefined for an operation of a later release. */
export function sentenceOf(operation: string): Sentence | undefined {
  return Object.hasOwn(sentences, operation) ? sentences[operation as AuditedOperation] : undefined;
}

/** Why a write was refused, by the error code. A later release can have others. */
export const refusalWords: Readonly<Record<string, string>> = {
  conflict: 'something else had to be done first',
  insufficient_permissions: 'the role or the credential does not include it',
  invalid_request: 'what was entered is not allowed',
  not_found: 'there was no such thing',
  step_up_required: 'a recent second factor was missing',
  too_many_requests: 'there were too many attempts',
};

/** What was changed of a connection. */
export const changeWords: Readonly<Record<string, string>> = {
  enabled: 'now enabled',
  disabled: 'now disabled',
  second_factor: 'the second factor at the provider',
  no_second_factor: 'no second factor at the provider',
  client_secret: 'the client secret',
};

/** The applications of the product in which a person acts. Another one is named in the details only. */
export const applicationWords: Readonly<Record<string, string>> = {
  console: 'in the console',
  'governance-cli': 'on the command line',
  website: 'on the website',
  docs: 'in the API reference',
};
