import { randomUUID } from 'node:crypto';
import { campaignForm, type ConsoleThings, trustRuleForm } from './console-things';

/** `anonymous` has no session. `stranger` is an administrator of another organization, and uses the ids of this one. */
export const visitors = ['anonymous', 'viewer', 'stranger', 'admin'] as const;
export type VisitorName = (typeof visitors)[number];

/** A page or form of the console, and the status that each visitor gets. */
export interface AccessRow extends Readonly<Record<VisitorName, number>> {
  /** As in docs/api/route-policy.json. */
  readonly route: string;
  /** What the `{id}` or `{name}` of the route is. */
  readonly makeId?: (things: ConsoleThings) => Promise<string>;
  /** Of a form, but for its token. */
  readonly fields?: (id: string) => Readonly<Record<string, string>>;
  /** The navigation leads to it. */
  readonly isSection?: true;
}

/** The same for everyone, with a session and without. */
const forAll = (status: number): Record<VisitorName, number> => ({
  anonymous: status,
  viewer: status,
  stranger: status,
  admin: status,
});

/** People without a session are led to the sign-in. */
const page = { anonymous: 303, viewer: 200, stranger: 200, admin: 200 };
const adminsPage = { anonymous: 303, viewer: 403, stranger: 200, admin: 200 };
const adminsDetails = { anonymous: 303, viewer: 403, stranger: 404, admin: 200 };

/** A form that succeeds leads to a page. */
const form = { anonymous: 401, viewer: 303, stranger: 303, admin: 303 };
const adminsForm = { anonymous: 401, viewer: 403, stranger: 303, admin: 303 };
const adminsChange = { anonymous: 401, viewer: 403, stranger: 404, admin: 303 };

const credential = (things: ConsoleThings): Promise<string> => things.credential();
const serviceIdentity = (things: ConsoleThings): Promise<string> => things.serviceIdentity();
const unusedServiceIdentity = (things: ConsoleThings): Promise<string> => things.unusedServiceIdentity();
const trustRule = (things: ConsoleThings): Promise<string> => things.trustRule();
const invitation = (things: ConsoleThings): Promise<string> => things.invitation();
/** Of the right form. */
const guessedCapability = 'a'.repeat(48);

const connection = (things: ConsoleThings): Promise<string> => things.connection();
const domain = (things: ConsoleThings): Promise<string> => things.domain();
const client = (things: ConsoleThings): Promise<string> => things.client();
const campaign = (things: ConsoleThings): Promise<string> => things.campaign();
const result = (things: ConsoleThings): Promise<string> => things.result();
const askedClient = (things: ConsoleThings): Promise<string> => things.askedClient();
const assessedClient = (things: ConsoleThings): Promise<string> => things.assessedClient();
const member = (things: ConsoleThings): Promise<string> => things.member();
const session = (things: ConsoleThings): Promise<string> => things.session();

/** In this order. The sign-out is the last, because it ends the sessions. */
export const rows: readonly AccessRow[] = [
  { route: 'GET /', ...forAll(303) },
  { route: 'GET /console', ...page, isSection: true },
  { route: 'GET /console/assets/{version}/{name}', ...forAll(404) },
  { route: 'GET /console/callback', ...forAll(400) },
  { route: 'GET /console/sign-in', ...forAll(303) },
  { route: 'GET /console/sign-out', ...forAll(200) },
  { route: 'GET /console/signed-out', ...forAll(200) },
  // Without a kept form it leads to the overview.
  { route: 'GET /console/continue', ...forAll(303) },

  { route: 'GET /console/credentials', ...adminsPage, isSection: true },
  { route: 'GET /console/credentials/new', ...adminsPage },
  { route: 'GET /console/credentials/policy', ...adminsPage },
  {
    route: 'POST /console/credentials/policy',
    ...adminsForm,
    fields: () => ({ client_secrets: 'allowed' }),
  },
  { route: 'GET /console/credentials/{id}', ...adminsDetails, makeId: credential },
  { route: 'GET /console/credentials/{id}/revoke', ...adminsDetails, makeId: credential },
  {
    route: 'POST /console/credentials',
    ...adminsForm,
    stranger: 400,
    admin: 200,
    makeId: serviceIdentity,
    fields: (id) => ({ name: 'New', type: 'client_secret', valid_days: '90', service_identity_id: id }),
  },
  {
    route: 'POST /console/credentials/{id}/rename',
    ...adminsChange,
    makeId: credential,
    fields: () => ({ name: 'Renamed' }),
  },
  {
    route: 'POST /console/credentials/{id}/rotate',
    ...adminsChange,
    admin: 200,
    makeId: credential,
    fields: () => ({ overlap: '3600' }),
  },
  { route: 'POST /console/credentials/{id}/end-previous', ...adminsChange, makeId: credential },
  {
    route: 'POST /console/credentials/{id}/revoke',
    ...adminsChange,
    makeId: credential,
    fields: () => ({ name: 'Of the table' }),
  },

  { route: 'GET /console/trust-rules', ...adminsPage, isSection: true },
  { route: 'GET /console/trust-rules/new', ...adminsPage },
  { route: 'GET /console/trust-rules/{id}', ...adminsDetails, makeId: trustRule },
  { route: 'GET /console/trust-rules/{id}/change', ...adminsDetails, makeId: trustRule },
  { route: 'GET /console/trust-rules/{id}/remove', ...adminsDetails, makeId: trustRule },
  { route: 'POST /console/trust-rules', ...adminsForm, fields: () => trustRuleForm },
  {
    route: 'POST /console/trust-rules/{id}/change',
    ...adminsChange,
    makeId: trustRule,
    fields: () => ({ name: 'Changed' }),
  },
  {
    route: 'POST /console/trust-rules/{id}/try',
    ...adminsChange,
    admin: 200,
    makeId: trustRule,
    fields: () => ({ workload_token: 'e30.e30.c2ln' }),
  },
  {
    route: 'POST /console/trust-rules/{id}/remove',
    ...adminsChange,
    makeId: trustRule,
    fields: () => ({ name: trustRuleForm.name }),
  },

  { route: 'GET /console/service-identities', ...adminsPage, isSection: true },
  { route: 'GET /console/service-identities/{id}', ...adminsDetails, makeId: serviceIdentity },
  { route: 'GET /console/service-identities/{id}/delete', ...adminsDetails, makeId: serviceIdentity },
  {
    route: 'POST /console/service-identities/{id}/rename',
    ...adminsChange,
    makeId: serviceIdentity,
    fields: () => ({ name: 'Renamed' }),
  },
  { route: 'POST /console/service-identities/{id}/delete', ...adminsChange, makeId: unusedServiceIdentity },

  { route: 'GET /console/members', ...adminsPage, isSection: true },
  { route: 'GET /console/members/{id}/role', ...adminsDetails, makeId: member },
  { route: 'GET /console/members/{id}/remove', ...adminsDetails, makeId: member },
  { route: 'GET /console/members/{id}/second-factor', ...adminsDetails, makeId: member },
  {
    route: 'POST /console/members/{id}/role',
    ...adminsChange,
    makeId: member,
    fields: () => ({ role: 'viewer' }),
  },
  { route: 'POST /console/members/{id}/remove', ...adminsChange, makeId: member },
  // Its members have no second factor.
  { route: 'POST /console/members/{id}/second-factor', ...adminsChange, admin: 409, makeId: member },
  { route: 'POST /console/members/{id}/second-factor/keep', ...adminsChange, makeId: member },

  { route: 'GET /console/invitations', ...adminsPage, isSection: true },
  { route: 'GET /console/invitations/new', ...adminsPage },
  {
    route: 'POST /console/invitations',
    ...adminsForm,
    fields: () => ({ email: `${randomUUID()}@example.org`, role: 'viewer' }),
  },
  { route: 'POST /console/invitations/{id}/send-again', ...adminsChange, makeId: invitation },
  { route: 'POST /console/invitations/{id}/revoke', ...adminsChange, makeId: invitation },

  { route: 'GET /console/connections', ...page, isSection: true },
  { route: 'GET /console/connections/new', ...adminsPage },
  { route: 'GET /console/connections/{id}', ...adminsDetails, viewer: 200, makeId: connection },
  { route: 'GET /console/connections/{id}/change', ...adminsDetails, makeId: connection },
  { route: 'GET /console/connections/{id}/disable', ...adminsDetails, makeId: connection },
  { route: 'GET /console/connections/{id}/remove', ...adminsDetails, makeId: connection },
  {
    route: 'POST /console/connections',
    ...adminsForm,
    fields: () => ({
      name: 'New',
      issuer: 'https://new.example.org',
      client_id: 'new',
      client_secret: randomUUID(),
    }),
  },
  {
    route: 'POST /console/connections/{id}/change',
    ...adminsChange,
    makeId: connection,
    fields: () => ({ name: 'Changed' }),
  },
  { route: 'POST /console/connections/{id}/test', ...adminsChange, admin: 200, makeId: connection },
  { route: 'POST /console/connections/{id}/disable', ...adminsChange, makeId: connection },
  { route: 'POST /console/connections/{id}/enable', ...adminsChange, makeId: connection },
  {
    route: 'POST /console/connections/{id}/remove',
    ...adminsChange,
    makeId: connection,
    fields: () => ({ name: 'Single sign-on' }),
  },

  { route: 'GET /console/domains/new', ...adminsPage },
  { route: 'GET /console/domains/{name}', ...adminsDetails, makeId: domain },
  { route: 'GET /console/domains/{name}/remove', ...adminsDetails, makeId: domain },
  {
    route: 'POST /console/domains',
    ...adminsForm,
    fields: () => ({ name: `${randomUUID()}.example`, connection_id: '' }),
  },
  { route: 'POST /console/domains/{name}/check', ...adminsChange, admin: 200, makeId: domain },
  {
    route: 'POST /console/domains/{name}/connection',
    ...adminsChange,
    makeId: domain,
    fields: () => ({ connection_id: '' }),
  },
  { route: 'POST /console/domains/{name}/remove', ...adminsChange, makeId: domain },

  { route: 'GET /console/clients', ...adminsPage, isSection: true },
  { route: 'GET /console/clients/export', ...adminsPage },
  { route: 'GET /console/clients/import', ...adminsPage },
  { route: 'GET /console/clients/new', ...adminsPage },
  { route: 'GET /console/clients/{id}', ...adminsDetails, makeId: askedClient },
  { route: 'GET /console/clients/{id}/archive', ...adminsDetails, makeId: client },
  { route: 'GET /console/clients/{id}/change', ...adminsDetails, makeId: client },
  { route: 'GET /console/clients/{id}/delete', ...adminsDetails, makeId: client },
  { route: 'GET /console/clients/{id}/attach', ...adminsDetails, makeId: client },
  {
    route: 'POST /console/clients/{id}/attach',
    ...adminsChange,
    admin: 404,
    makeId: client,
    fields: () => ({ address: guessedCapability }),
  },
  { route: 'POST /console/clients', ...adminsForm, fields: () => ({ name: 'Hooli' }) },
  {
    route: 'POST /console/clients/import',
    ...adminsForm,
    stranger: 200,
    admin: 200,
    fields: () => ({ csv: 'name\nInitech' }),
  },
  {
    route: 'POST /console/clients/{id}/change',
    ...adminsChange,
    makeId: client,
    fields: () => ({ name: 'Changed' }),
  },
  { route: 'POST /console/clients/{id}/archive', ...adminsChange, makeId: client },
  { route: 'POST /console/clients/{id}/restore', ...adminsChange, makeId: client },
  { route: 'POST /console/clients/{id}/delete', ...adminsChange, makeId: client },

  { route: 'GET /console/campaigns', ...adminsPage, isSection: true },
  { route: 'GET /console/campaigns/new', ...adminsPage },
  { route: 'GET /console/campaigns/{id}', ...adminsDetails, makeId: campaign },
  { route: 'GET /console/campaigns/{id}/close', ...adminsDetails, makeId: campaign },
  { route: 'GET /console/campaigns/{id}/delete', ...adminsDetails, makeId: campaign },
  {
    route: 'POST /console/campaigns',
    ...adminsForm,
    stranger: 409,
    admin: 200,
    fields: () => campaignForm(),
  },
  { route: 'POST /console/campaigns/{id}/close', ...adminsChange, makeId: campaign },
  { route: 'POST /console/campaigns/{id}/delete', ...adminsChange, makeId: campaign },

  { route: 'GET /console/portfolio', ...adminsPage, isSection: true },
  // No worker prints it here: the page says that it is being made.
  {
    route: 'GET /console/portfolio/{id}/review-pack',
    ...adminsDetails,
    admin: 202,
    makeId: assessedClient,
  },

  { route: 'GET /console/results', ...adminsPage, isSection: true },
  // People without a session see a page: a redirect would take along what follows the `#`.
  { route: 'GET /console/results/attach', ...adminsPage, anonymous: 401 },
  { route: 'GET /console/results/export', ...adminsPage },
  { route: 'GET /console/results/{id}', ...adminsDetails, makeId: result },
  { route: 'GET /console/results/{id}/detach', ...adminsDetails, makeId: result },
  {
    route: 'POST /console/results/attach',
    ...adminsForm,
    stranger: 404,
    admin: 404,
    fields: () => ({ address: guessedCapability }),
  },
  { route: 'POST /console/results/{id}/detach', ...adminsChange, makeId: result },

  { route: 'GET /console/guide', ...page },

  { route: 'GET /console/audit', ...adminsPage, isSection: true },
  { route: 'GET /console/audit/export', ...adminsPage },
  { route: 'GET /console/audit/proof', ...adminsPage },

  { route: 'GET /console/profile', ...page, isSection: true },
  { route: 'POST /console/profile', ...form },

  { route: 'GET /console/sessions', ...page, isSection: true },
  // For another person it does nothing, as for a session that has ended.
  { route: 'POST /console/sessions/{id}/end', ...form, makeId: session },
  { route: 'POST /console/sessions/end-others', ...form },
  { route: 'POST /console/organization', ...form },
  { route: 'POST /console/sign-out', ...form },
];
