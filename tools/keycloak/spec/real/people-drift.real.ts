import { createPerson } from './person';
import { signInByDevice } from './sign-in';
import { createTestRealm, forPeople, type TestRealm } from './test-realm';

interface Identified {
  readonly id: string;
}

describe('npm run keycloak:prepare for users', () => {
  let realm: TestRealm;
  beforeAll(async () => {
    realm = await createTestRealm(...forPeople);
  });
  afterAll(() => realm.remove());

  const list = async <Item>(path: string): Promise<readonly Item[]> =>
    (await realm.operator.call('GET', `/${realm.name}${path}`)) as readonly Item[];
  const call = (method: string, path: string, body?: unknown): Promise<unknown> =>
    realm.operator.call(method, `/${realm.name}${path}`, body);

  it('finds no drift in what it made, and can be repeated', async () => {
    expect(await realm.prepare(...forPeople, '--check')).toMatchObject({ code: 0 });
    expect(await realm.prepare(...forPeople)).toMatchObject({ code: 0 });
  });

  it('still prepares for machines alone', async () => {
    expect(await realm.prepare('--check')).toMatchObject({ code: 0 });
    expect(await realm.prepare()).toMatchObject({ code: 0 });
    expect(await realm.prepare(...forPeople, '--check')).toMatchObject({ code: 0 });
  });

  it('names each drift without a change, and then removes it', async () => {
    await plantDrifts();
    const drifted = [
      `${realm.name}.bruteForceProtected: false, wanted true`,
      'scope api:full:read.mappers.roles: "a mapper", wanted none',
      'scope governance.mappers.groups.protocolMapper: missing, wanted "oidc-organization-group-membership-mapper"',
      'scope governance.mappers.audience.config.included.custom.audience: "https://other.example.org", wanted "https://api.example.org"',
      'flow governance.3.2.2: "auth-otp-form DISABLED", wanted "auth-otp-form REQUIRED"',
      'flow governance-cli.3: "auth-cookie ALTERNATIVE", wanted none',
      'governance-cli.attributes.pkce.code.challenge.method: "S256", wanted ""',
      'governance-cli.redirectUris: ["http://127.0.0.1/callback"], wanted ["http://127.0.0.1/*","http://[::1]/*"]',
      'governance-cli.flow: missing, wanted "governance-cli"',
      'governance-cli.mappers: ["organization"], wanted []',
      'organization org_acme.enabled: false, wanted true',
      'organization org_globex.groups.viewer: missing, wanted "a group"',
    ];
    for (let times = 0; times < 2; times += 1) {
      const { code, output } = await realm.prepare(...forPeople, '--check');
      expect(code).toBe(1);
      expect(output.split('\n')).toEqual(expect.arrayContaining(drifted));
    }
    expect(await realm.prepare(...forPeople)).toMatchObject({ code: 0 });
    expect(await realm.prepare(...forPeople, '--check')).toMatchObject({ code: 0 });
    const person = await createPerson(realm, { org_acme: 'viewer' });
    expect(await signInByDevice(realm, { person })).toMatchObject({
      access_token: expect.any(String) as string,
    });
  });

  async function plantDrifts(): Promise<void> {
    await call('PUT', '', { bruteForceProtected: false });
    await plantScopes();
    await plantFlows();
    await plantClient();
    const organizations = await list<Identified & { alias: string }>('/organizations');
    const [acme, globex] = ['org_acme', 'org_globex'].map((wanted) =>
      organizations.find(({ alias }) => alias === wanted),
    );
    await call('PUT', `/organizations/${acme?.id ?? ''}`, { ...acme, enabled: false });
    const groups = `/organizations/${globex?.id ?? ''}/groups`;
    const viewer = (await list<Identified & { name: string }>(groups)).find(({ name }) => name === 'viewer');
    await call('DELETE', `${groups}/${viewer?.id ?? ''}`);
  }

  async function plantScopes(): Promise<void> {
    const scopes = await list<
      Identified & { name: string; protocolMappers?: (Identified & { name: string })[] }
    >('/client-scopes');
    const read = scopes.find(({ name }) => name === 'api:full:read');
    await call('POST', `/client-scopes/${read?.id ?? ''}/protocol-mappers/models`, {
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
    await call('DELETE', `${models}/${groups?.id ?? ''}`);
    const config = { 'included.custom.audience': 'https://other.example.org', 'access.token.claim': 'true' };
    await call('PUT', `${models}/${audience?.id ?? ''}`, { ...audience, config });
  }

  async function plantFlows(): Promise<void> {
    const path = '/authentication/flows/governance/executions';
    const steps = await list<Identified & { providerId?: string }>(path);
    const code = steps.find(({ providerId }) => providerId === 'auth-otp-form');
    await call('PUT', path, { ...code, requirement: 'DISABLED' });
    const cli = '/authentication/flows/governance-cli/executions';
    await call('POST', `${cli}/execution`, { provider: 'auth-cookie' });
    const cookie = (await list<Identified & { providerId?: string }>(cli)).find(
      ({ providerId }) => providerId === 'auth-cookie',
    );
    await call('PUT', cli, { ...cookie, requirement: 'ALTERNATIVE' });
  }

  async function plantClient(): Promise<void> {
    const [client] = await list<Identified>('/clients?clientId=governance-cli');
    const path = `/clients/${client?.id ?? ''}`;
    await call('PUT', path, {
      clientId: 'governance-cli',
      redirectUris: ['http://127.0.0.1/callback'],
      attributes: { 'pkce.code.challenge.method': 'S256' },
      authenticationFlowBindingOverrides: { browser: '' },
    });
    await call('POST', `${path}/protocol-mappers/models`, {
      name: 'organization',
      protocol: 'openid-connect',
      protocolMapper: 'oidc-usermodel-attribute-mapper',
      config: { 'user.attribute': 'org_id', 'claim.name': 'org_id', 'access.token.claim': 'true' },
    });
  }
});
