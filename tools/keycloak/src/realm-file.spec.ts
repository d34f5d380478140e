import { workloadIssuerAlias } from '@governance/identity-provider-client';
import { type ExportedRealm, realmFileOf } from './realm-file';

const people = {
  audience: 'https://api.example.org',
  secondFactorMaxAge: 60,
  organizations: [{ id: 'org_acme', name: 'Acme MSP' }],
  console: undefined,
};
const preparation = {
  realm: 'governance',
  clientId: 'governance-service',
  clientSecret: 'secret',
  people,
  workloadIssuers: [],
};
const organizations = {
  org_acme: {
    id: '7c',
    name: 'Acme MSP',
    enabled: true,
    attributes: {},
    groups: ['account-admin', 'client-manager', 'viewer'],
  },
};

/** As `POST /partial-export` answers, with parts of others. */
const exported: ExportedRealm = {
  id: '1',
  smtpServer: { password: 'of the mail server' },
  components: { 'org.keycloak.keys.KeyProvider': [{ config: { privateKey: ['**********'] } }] },
  clients: [
    { id: '2', clientId: 'website', secret: '**********' },
    {
      id: '3',
      clientId: 'governance-service',
      secret: '**********',
      attributes: { 'client.secret.creation.time': '1', realm_client: 'false' },
    },
    {
      id: '4',
      clientId: 'governance-cli',
      authenticationFlowBindingOverrides: { browser: '10' },
      redirectUris: ['http://[::1]/*', 'http://127.0.0.1/*'],
    },
  ],
  users: [
    { id: '5', username: 'ada', email: 'ada@example.org' },
    { id: '6', createdTimestamp: 1, username: 'service', serviceAccountClientId: 'governance-service' },
    { id: '7', username: 'other', serviceAccountClientId: 'other-service' },
  ],
  clientScopes: [
    { id: '8', name: 'roles' },
    { id: '9', name: 'basic' },
  ],
  authenticationFlows: [
    {
      id: '10',
      alias: 'governance-cli',
      authenticationExecutions: [
        { priority: 0, flowAlias: 'governance-cli organization' },
        { priority: 1, authenticatorConfig: 'governance-cli both factors' },
      ],
    },
    { id: '11', alias: 'browser', authenticationExecutions: [{ authenticatorConfig: 'of others' }] },
  ],
  authenticatorConfig: [
    { id: '12', alias: 'of others' },
    { id: '13', alias: 'governance-cli both factors' },
  ],
};

describe('the realm file', () => {
  const file = realmFileOf(preparation, exported, organizations);
  const text = JSON.stringify(file);

  it('has the placeholder of one secret, and nothing of other users, clients and servers', () => {
    expect(file.clients).toEqual([
      expect.objectContaining({ clientId: 'governance-cli' }),
      expect.objectContaining({
        clientId: 'governance-service',
        secret: '${KEYCLOAK_CLIENT_SECRET}',
        attributes: {},
      }),
    ]);
    expect(file.users).toEqual([{ serviceAccountClientId: 'governance-service', username: 'service' }]);
    for (const other of [
      '**********',
      'website',
      'ada',
      'of others',
      'privateKey',
      'mail server',
      '"secret":"secret"',
    ])
      expect(text).not.toContain(other);
  });

  it('binds the flow of the command line by the id that the file gives it', () => {
    const [flow] = file.authenticationFlows as readonly { readonly id: string; readonly alias: string }[];
    expect(flow).toMatchObject({
      alias: 'governance-cli',
      id: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
    });
    expect(file.clients).toContainEqual(
      expect.objectContaining({ authenticationFlowBindingOverrides: { browser: flow?.id } }),
    );
    expect(file.authenticatorConfig).toEqual([{ alias: 'governance-cli both factors' }]);
  });

  it('has the organizations with their groups', () => {
    const groups = [{ name: 'account-admin' }, { name: 'client-manager' }, { name: 'viewer' }];
    expect(file.organizations).toEqual([
      {
        name: 'Acme MSP',
        alias: 'org_acme',
        enabled: true,
        attributes: { org_name: ['Acme MSP'] },
        domains: [],
        groups,
      },
    ]);
  });

  it('is the same for another order and other ids, with steps in their order', () => {
    const others = {
      ...exported,
      clients: exported.clients.toReversed(),
      clientScopes: exported.clientScopes.toReversed().map((scope) => ({ ...scope, id: `${scope.name} 2` })),
    };
    expect(JSON.stringify(realmFileOf(preparation, others, organizations))).toBe(text);
    expect(text.indexOf('"priority":0')).toBeLessThan(text.indexOf('"priority":1'));
  });

  it('has the client of the console if it is wanted, with the placeholder of its secret if it has one', () => {
    const console = { clientId: 'governance-console', secret: '**********' };
    const both = { ...exported, clients: [...exported.clients, console] };
    const clientsWith = (clientSecret: string | undefined): unknown => {
      const wanted = { ...people, console: { baseUrl: 'https://api.example.org', clientSecret } };
      return realmFileOf({ ...preparation, people: wanted }, both, organizations).clients;
    };
    expect(clientsWith('secret')).toContainEqual(
      expect.objectContaining({ clientId: 'governance-console', secret: '${KEYCLOAK_CONSOLE_SECRET}' }),
    );
    expect(JSON.stringify(clientsWith(undefined))).toContain('"clientId":"governance-console"');
    expect(JSON.stringify(clientsWith(undefined))).not.toContain('KEYCLOAK_CONSOLE_SECRET');
    expect(JSON.stringify(realmFileOf(preparation, both, organizations))).not.toContain('governance-console');
  });

  it('has the wanted issuers of workloads, and no other identity provider', () => {
    const [issuer, config] = ['https://issuer.example.org', { useJwksUrl: 'true' }];
    const alias = workloadIssuerAlias(issuer);
    const identityProviders = [{ alias: 'google' }, { alias, internalId: '14', config }];
    const workloadIssuers = [{ issuer, isReusable: true }];
    const file = realmFileOf(
      { ...preparation, workloadIssuers },
      { ...exported, identityProviders },
      organizations,
    );
    expect(file.identityProviders).toEqual([{ alias, config }]);
    expect(realmFileOf(preparation, exported, organizations)).not.toHaveProperty('identityProviders');
  });

  it('has the machines alone without users', () => {
    const ofMachines = realmFileOf({ ...preparation, people: undefined }, exported, {});
    expect(ofMachines).toMatchObject({
      clients: [{ clientId: 'governance-service' }],
      authenticationFlows: [],
      organizations: [],
    });
    expect(ofMachines).not.toHaveProperty('organizationsEnabled');
  });
});
