import { type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import {
  type CredentialsApp,
  type CredentialsAppOptions,
  type OwnCredentialsApp,
  type Request,
  startCredentialsApp,
} from '../../support/credentials-app';
import { createCampaign, createContact, proveDomain } from '../../support/campaigns';
import { createClient } from '../../support/clients';
import { connectionId } from '../../support/connections';
import { addDomain } from '../../support/domains';
import { invitedId } from '../../support/invitations';
import { attachedResult, storeResult } from '../../support/org-results';
import { createOverlap } from '../../support/overlaps';
import { assessed } from '../../support/portfolio';
import { createIdentity, createUnusedIdentity } from '../../support/service-identities';
import { createRule, newKeySet } from '../../support/trust-rules';
import { checkedParts, type CheckedParts } from './answers';
import { type MatrixRow } from './rows';
import { type Target } from './samples';

/** How a row's request differs from the sample. */
export interface Variation {
  /** Absent: no token. */
  readonly token?: string;
  /** The value of `Authorization`, when it is not a bearer token. */
  readonly authorization?: string;
  /** `api-version=2.0` */
  readonly query?: string;
  /** Replaces the sample's body. */
  readonly body?: string;
  /** Replaces the target that all refused requests name. */
  readonly targetId?: string;
}

/** The platform surface, for the requests of all rows. */
export interface Matrix {
  readonly app: OwnCredentialsApp;
  ask(row: MatrixRow, variation?: Variation): Promise<HttpAnswer>;
  answerTo(row: MatrixRow, variation?: Variation): Promise<CheckedParts>;
  /** The response to an admitted request, on a new target made by an admin of the organization. */
  askInOrg(row: MatrixRow, token: string, orgId?: string): Promise<HttpAnswer>;
  /** Everything that a refused request could have changed. */
  state(): Promise<unknown>;
}

export async function startMatrix(options?: CredentialsAppOptions): Promise<Matrix> {
  const app = await startCredentialsApp(options);
  makeRoom(app);
  const shared = {
    credential: await createTarget(app, 'credential'),
    'overlapping-credential': await createTarget(app, 'overlapping-credential'),
    invitation: await createTarget(app, 'invitation'),
    member: await createTarget(app, 'member'),
    connection: await createTarget(app, 'connection'),
    domain: await createTarget(app, 'domain'),
    'trust-rule': await createTarget(app, 'trust-rule'),
    'service-identity': await createTarget(app, 'service-identity'),
    'unused-service-identity': await createTarget(app, 'unused-service-identity'),
    client: await createTarget(app, 'client'),
    contact: await createTarget(app, 'contact'),
    campaign: await createTarget(app, 'campaign'),
    'assessed-client': await createTarget(app, 'assessed-client'),
    capability: await createTarget(app, 'capability'),
    result: await createTarget(app, 'result'),
  };
  const ask: Matrix['ask'] = (
    row,
    { targetId = shared[row.target ?? 'credential'], query = '', ...variation } = {},
  ) => {
    const [method = ''] = row.route.split(' ', 1);
    const { path, body } = row.request(targetId);
    return app.call(query === '' ? path : `${path}?${query}`, {
      method,
      ...initOf({ ...(body && { body: JSON.stringify(body) }), ...variation }),
    });
  };
  return {
    app,
    ask,
    answerTo: async (row, variation) => checkedParts(await ask(row, variation)),
    askInOrg: async (row, token, orgId = app.orgId) => {
      // The matrix makes more calls than the rate limits allow an organization.
      if (
        row.group === 'iam.connections' ||
        row.group === 'iam.trust-rules' ||
        row.group === 'org.results' ||
        row.group === 'org.clients'
      )
        await app.sql('DELETE FROM rate_limits');
      if (row.target === undefined) return ask(row, { token });
      return ask(row, { token, targetId: await createTarget(app, row.target, orgId) });
    },
    state: async () => ({
      profiles: await app.sql('SELECT * FROM profiles ORDER BY subject'),
      credentials: await app.sql(
        'SELECT id, name, state, last_rotated_at, previous_expires_at FROM m2m_credentials ORDER BY id',
      ),
      policies: await app.sql('SELECT * FROM credential_policies ORDER BY org_id'),
      rules: await app.sql('SELECT * FROM trust_rules ORDER BY id'),
      provided: [...app.provider.trustRules.rules],
      identities: await app.sql('SELECT id, name, is_kept FROM service_identities ORDER BY id'),
      changes: await app.sql('SELECT * FROM credential_intents'),
      clients: app.provider.clientIds,
      mail: await app.sql('SELECT id, state FROM deliveries ORDER BY id'),
      invitations: await app.sql('SELECT id, is_replaced FROM invitations ORDER BY id'),
      offers: [...app.provider.gateway.offers.values()],
      members: app.provider.members.all(app.orgId),
      connections: [...app.provider.directory.connections],
      domains: [...app.provider.domains.domains],
      companies: await app.sql('SELECT * FROM org_clients ORDER BY id'),
      campaigns: await app.sql('SELECT * FROM campaigns ORDER BY id'),
      results: await app.sql('SELECT * FROM org_results ORDER BY org_id, result_id'),
      packs: await app.sql('SELECT id, state FROM review_packs ORDER BY id'),
      cutOffs: await app.sql('SELECT * FROM token_cut_offs ORDER BY org_id, subject'),
    }),
  };
}

/** For the targets of all requests. */
export function makeRoom({ provider: { directory, domains } }: Pick<CredentialsApp, 'provider'>): void {
  directory.most = 1_000;
  domains.most = 1_000;
}

type Create = (
  app: CredentialsApp,
  admin: Required<Pick<Request, 'token'>>,
  orgId: string,
) => Promise<string>;

const creations: Readonly<Record<Target, Create>> = {
  credential: async (app, admin) => (await app.create({}, admin)).id,
  'overlapping-credential': async (app, admin) => (await createOverlap(app, {}, admin)).id,
  'trust-rule': async (app, admin) => (await createRule(app, { key_set: newKeySet() }, admin)).id,
  'service-identity': async (app, admin) => (await createIdentity(app, {}, admin)).id,
  'unused-service-identity': async (app, admin) => (await createUnusedIdentity(app, admin)).id,
  invitation: (app, admin) => invitedId(app, { email: `${randomUUID()}@example.com` }, admin),
  connection: (app, admin) => connectionId(app, {}, admin),
  domain: (app, admin) => addDomain(app, { name: `${randomUUID()}.example` }, admin),
  client: (app, admin) => createClient(app, {}, admin),
  contact: async (app, admin, orgId) => {
    await proveDomain(app, orgId);
    return createContact(app, {}, admin);
  },
  campaign: (app, admin, orgId) => createCampaign(app, {}, { ...admin, orgId }),
  'assessed-client': async (app, admin) => {
    const clientId = await createClient(app, {}, admin);
    await attachedResult(app, { clientId, overrides: assessed(2) }, admin);
    return clientId;
  },
  capability: async (app) => (await storeResult(app)).capability,
  result: async (app, admin) => (await attachedResult(app, {}, admin)).id,
  member: (app, _admin, orgId) => {
    const id = `user_${randomUUID()}`;
    app.provider.members.put(orgId, { id, role: 'viewer' });
    return Promise.resolve(id);
  },
};

/** Creates it in the organization of the app, unless another one is given. */
export function createTarget(app: CredentialsApp, target: Target, orgId = app.orgId): Promise<string> {
  return creations[target](app, { token: app.personToken({ org_id: orgId }) }, orgId);
}

function initOf({ token, authorization, body }: Omit<Variation, 'query' | 'targetId'>): RequestInit {
  const credentials = token === undefined ? authorization : `Bearer ${token}`;
  return {
    headers: {
      ...(credentials !== undefined && { authorization: credentials }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  };
}
