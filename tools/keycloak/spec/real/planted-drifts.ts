import { RealmApi } from '../../src/realm-api';
import { type TestRealm } from './test-realm';

interface Identified {
  readonly id: string;
}

interface Named extends Identified {
  readonly name: string;
}

/** Changes a realm that is prepared for users, in a dozen places. */
export async function plantDrifts({ operator, name }: Pick<TestRealm, 'operator' | 'name'>): Promise<void> {
  const realm = new RealmApi(operator, name);
  await realm.call('PUT', '', { bruteForceProtected: false });
  await plantScopes(realm);
  await plantFlows(realm);
  await plantClient(realm);
  await plantConsole(realm);
  const organizations = await realm.list<Identified & { alias: string }>('/organizations');
  const [acme, globex] = ['org_acme', 'org_globex'].map((wanted) =>
    organizations.find(({ alias }) => alias === wanted),
  );
  await realm.call('PUT', `/organizations/${acme?.id ?? ''}`, {
    ...acme,
    enabled: false,
    attributes: { org_name: ['Globex'], region: ['north'] },
  });
  const groups = `/organizations/${globex?.id ?? ''}/groups`;
  const viewer = (await realm.list<Named>(groups)).find(({ name }) => name === 'viewer');
  await realm.call('DELETE', `${groups}/${viewer?.id ?? ''}`);
}

async function plantScopes(realm: RealmApi): Promise<void> {
  const scopes = await realm.list<Named & { protocolMappers?: readonly Named[] }>('/client-scopes');
  const read = scopes.find(({ name }) => name === 'api:full:read');
  await realm.call('POST', `/client-scopes/${read?.id ?? ''}/protocol-mappers/models`, {
    name: 'roles',
    protocol: 'openid-connect',
    protocolMapper: 'oidc-usermodel-realm-role-mapper',
    config: { 'claim.name': 'organization', 'access.token.claim': 'true' },
  });
  const { id = '', protocolMappers = [] } = scopes.find(({ name }) => name === 'governance') ?? {};
  const models = `/client-scopes/${id}/protocol-mappers/models`;
  const [groups, audience] = ['groups', 'audience'].map((wanted) =>
    protocolMappers.find(({ name }) => name === wanted),
  );
  await realm.call('DELETE', `${models}/${groups?.id ?? ''}`);
  const config = { 'included.custom.audience': 'https://other.example.org', 'access.token.claim': 'true' };
  await realm.call('PUT', `${models}/${audience?.id ?? ''}`, { ...audience, config });
}

async function plantFlows(realm: RealmApi): Promise<void> {
  const path = '/authentication/flows/governance/executions';
  const steps = await realm.list<Identified & { providerId?: string }>(path);
  const code = steps.find(({ providerId }) => providerId === 'auth-otp-form');
  await realm.call('PUT', path, { ...code, requirement: 'DISABLED' });
  const cli = '/authentication/flows/governance-cli/executions';
  await realm.call('POST', `${cli}/execution`, { provider: 'auth-cookie' });
  const cookie = (await realm.list<Identified & { providerId?: string }>(cli)).find(
    ({ providerId }) => providerId === 'auth-cookie',
  );
  await realm.call('PUT', cli, { ...cookie, requirement: 'ALTERNATIVE' });
}

async function plantClient(realm: RealmApi): Promise<void> {
  const [client] = await realm.list<Identified>('/clients?clientId=governance-cli');
  const path = `/clients/${client?.id ?? ''}`;
  await realm.call('PUT', path, {
    clientId: 'governance-cli',
    redirectUris: ['http://127.0.0.1/callback'],
    attributes: { 'pkce.code.challenge.method': 'S256' },
    authenticationFlowBindingOverrides: { browser: '' },
  });
  await realm.call('POST', `${path}/protocol-mappers/models`, {
    name: 'organization',
    protocol: 'openid-connect',
    protocolMapper: 'oidc-usermodel-attribute-mapper',
    config: { 'user.attribute': 'org_id', 'claim.name': 'org_id', 'access.token.claim': 'true' },
  });
}

async function plantConsole(realm: RealmApi): Promise<void> {
  const [client] = await realm.list<Identified>('/clients?clientId=governance-console');
  await realm.call('PUT', `/clients/${client?.id ?? ''}`, {
    clientId: 'governance-console',
    redirectUris: ['*'],
    attributes: { 'pkce.code.challenge.method': 'plain' },
  });
}
