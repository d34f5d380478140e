import { foundIn, readRealmFile, shippedFile } from '../spec/support/realm-file';
import { driftLine, driftsOf } from './drift';
import { type FoundClient, type FoundOrganization, type FoundPeople, type FoundScope } from './found-people';
import { peopleDriftsOf } from './people-drift';
import { wantedClient, wantedRealm, wantedRoles } from './wanted-realm';

const wanted = {
  audience: 'http://localhost:3001',
  secondFactorMaxAge: 60,
  organizations: [{ id: 'org_acme', name: 'Acme MSP' }],
  console: { baseUrl: 'http://localhost:3001', clientSecret: undefined },
};
const file = readRealmFile(shippedFile);
const shipped = foundIn(file);
const commandLine = clientOf(shipped, 'governance-cli');
const consoleClient = clientOf(shipped, 'governance-console');
const attributes = commandLine.members.attributes as Readonly<Record<string, string>>;

const linesOf = (found: FoundPeople): readonly string[] =>
  peopleDriftsOf(wanted, found, 'governance').map(driftLine);

const withClient = (changes: Partial<FoundClient>): FoundPeople => ({
  ...shipped,
  clients: { ...shipped.clients, 'governance-cli': { ...commandLine, ...changes } },
});
const withConsole = (members: Readonly<Record<string, unknown>>): FoundPeople => ({
  ...shipped,
  clients: {
    ...shipped.clients,
    'governance-console': { ...consoleClient, members: { ...consoleClient.members, ...members } },
  },
});
const withMembers = (members: Readonly<Record<string, unknown>>): FoundPeople =>
  withClient({ members: { ...commandLine.members, ...members } });
const withScope = (name: string, scope: FoundScope | undefined): FoundPeople => ({
  ...shipped,
  scopes: { ...shipped.scopes, [name]: scope },
});
const withFlow = (alias: string, steps: Readonly<Record<string, string>>): FoundPeople => ({
  ...shipped,
  flows: { ...shipped.flows, [alias]: { ...shipped.flows[alias], ...steps } },
});

function withOrganization(changes: Partial<FoundOrganization>): FoundPeople {
  const found = shipped.organizations.org_acme;
  if (found === undefined) throw new Error('no organization');
  return { ...shipped, organizations: { org_acme: { ...found, ...changes } } };
}

function clientOf({ clients }: FoundPeople, clientId: string): FoundClient {
  const found = clients[clientId];
  if (found === undefined) throw new Error(`no client ${clientId}`);
  return found;
}

function scopeOf(name: string): FoundScope {
  const scope = shipped.scopes[name];
  if (scope === undefined) throw new Error(`no scope ${name}`);
  return scope;
}

function withMapper(scope: string, mapper: string, config: Readonly<Record<string, string>>): FoundPeople {
  const { mappers } = scopeOf(scope);
  const before = mappers[mapper] ?? {
    id: '',
    protocolMapper: 'oidc-usermodel-realm-role-mapper',
    config: {},
  };
  const changed = { ...before, config: { ...before.config, ...config } };
  return withScope(scope, { ...scopeOf(scope), mappers: { ...mappers, [mapper]: changed } });
}

function withoutMapper(scope: string, mapper: string): FoundPeople {
  const kept = Object.entries(scopeOf(scope).mappers).filter(([name]) => name !== mapper);
  return withScope(scope, { ...scopeOf(scope), mappers: Object.fromEntries(kept) });
}

describe('the shipped realm', () => {
  it('has no drift', () => {
    expect(linesOf(shipped)).toEqual([]);
    const service = file.clients.find(({ clientId }) => clientId === 'governance-service');
    const roles = file.users.flatMap(({ clientRoles = {} }) => clientRoles['realm-management'] ?? []);
    const drifts = [
      ...driftsOf(wantedRealm, file, 'realm'),
      ...driftsOf(wantedClient, service, 'service'),
      ...driftsOf(wantedRoles({ workloadIssuers: [] }), roles, 'roles'),
    ];
    expect(drifts).toEqual([]);
  });
});

describe('peopleDriftsOf', () => {
  it.each<[string, FoundPeople, string]>([
    [
      'organizations that are not enabled',
      { ...shipped, realm: { ...file, organizationsEnabled: false } },
      'governance.organizationsEnabled: false, wanted true',
    ],
    [
      'passwords that can be tried without a limit',
      { ...shipped, realm: { ...file, bruteForceProtected: false } },
      'governance.bruteForceProtected: false, wanted true',
    ],
    [
      'forced PKCE, which refuses device codes',
      withMembers({ attributes: { ...attributes, 'pkce.code.challenge.method': 'S256' } }),
      'governance-cli.attributes.pkce.code.challenge.method: "S256", wanted ""',
    ],
    [
      'stock token types',
      withMembers({ attributes: { ...attributes, 'access.token.header.type.rfc9068': 'false' } }),
      'governance-cli.attributes.access.token.header.type.rfc9068: "false", wanted "true"',
    ],
    [
      'no device codes',
      withMembers({ attributes: { ...attributes, 'oauth2.device.authorization.grant.enabled': 'false' } }),
      'governance-cli.attributes.oauth2.device.authorization.grant.enabled: "false", wanted "true"',
    ],
    [
      'tokens that last longer',
      withMembers({ attributes: { ...attributes, 'access.token.lifespan': '86400' } }),
      'governance-cli.attributes.access.token.lifespan: "86400", wanted ""',
    ],
    [
      'redirects to one address family and path',
      withMembers({ redirectUris: ['http://127.0.0.1/callback'] }),
      'governance-cli.redirectUris: ["http://127.0.0.1/callback"], wanted ["http://127.0.0.1/*","http://[::1]/*"]',
    ],
    [
      'every role in the token',
      withMembers({ fullScopeAllowed: true }),
      'governance-cli.fullScopeAllowed: true, wanted false',
    ],
    [
      'sign-ins by password at the token endpoint',
      withMembers({ directAccessGrantsEnabled: true }),
      'governance-cli.directAccessGrantsEnabled: true, wanted false',
    ],
    [
      'claims of a mapper of the client, such as an organization from an attribute of the user',
      withClient({ mappers: ['organization'] }),
      'governance-cli.mappers: ["organization"], wanted []',
    ],
    [
      'a client without the API scopes',
      withClient({ optionalScopes: ['offline_access'] }),
      'governance-cli.optionalScopes: ["offline_access"], wanted ["offline_access","api:full:read","api:full:write"]',
    ],
    [
      'a client without the claims',
      withClient({ defaultScopes: ['basic', 'email', 'profile', 'organization'] }),
      'governance-cli.defaultScopes: ["basic","email","profile","organization"], wanted ["basic","email","profile","governance","organization"]',
    ],
    [
      'the flow of the realm for the command line',
      withClient({ flow: undefined }),
      'governance-cli.flow: missing, wanted "governance-cli"',
    ],
    [
      'a missing API scope',
      withScope('api:full:write', undefined),
      'scope api:full:write.attributes.include.in.token.scope: missing, wanted "true"',
    ],
    [
      'another audience',
      withMapper('governance', 'audience', { 'included.custom.audience': 'https://other.example.org' }),
      'scope governance.mappers.audience.config.included.custom.audience: "https://other.example.org", wanted "http://localhost:3001"',
    ],
    [
      'roles that hold in every organization',
      withMapper('governance', 'permissions', { 'claim.name': 'permissions' }),
      'scope governance.mappers.permissions: "a mapper", wanted none',
    ],
    [
      'an API scope that writes a claim',
      withMapper('api:full:read', 'roles', { 'claim.name': 'organization' }),
      'scope api:full:read.mappers.roles: "a mapper", wanted none',
    ],
    [
      'no groups in the token',
      withoutMapper('governance', 'groups'),
      'scope governance.mappers.groups.protocolMapper: missing, wanted "oidc-organization-group-membership-mapper"',
    ],
    [
      'no time of the second factor',
      withoutMapper('governance', 'second factor'),
      'scope governance.mappers.second factor.config.user.session.note: missing, wanted "loa-map"',
    ],
    [
      'organizations in another claim',
      withMapper('organization', 'organization', { 'claim.name': 'org' }),
      'scope organization.membership.config.claim.name: "org", wanted "organization"',
    ],
    [
      'a level that counts for a day',
      withFlow('governance', {
        '3.2.1': 'conditional-level-of-authentication REQUIRED loa-condition-level=2 loa-max-age=86400',
      }),
      'flow governance.3.2.1: "conditional-level-of-authentication REQUIRED loa-condition-level=2 loa-max-age=86400", wanted "conditional-level-of-authentication REQUIRED loa-condition-level=2 loa-max-age=60"',
    ],
    [
      'a second factor that is not asked for',
      withFlow('governance', { '3.2.2': 'auth-otp-form DISABLED' }),
      'flow governance.3.2.2: "auth-otp-form DISABLED", wanted "auth-otp-form REQUIRED"',
    ],
    [
      'a way around the second factor',
      withFlow('governance-cli', { '3': 'auth-cookie ALTERNATIVE' }),
      'flow governance-cli.3: "auth-cookie ALTERNATIVE", wanted none',
    ],
    [
      'a missing flow',
      { ...shipped, flows: { ...shipped.flows, governance: undefined } },
      'flow governance.1: missing, wanted "auth-cookie ALTERNATIVE"',
    ],
    [
      'a missing client',
      { ...shipped, clients: { ...shipped.clients, 'governance-cli': undefined } },
      'governance-cli.publicClient: missing, wanted true',
    ],
    [
      'a missing client of the console',
      { ...shipped, clients: { ...shipped.clients, 'governance-console': undefined } },
      'governance-console.publicClient: missing, wanted true',
    ],
    [
      'another address that a sign-in to the console may lead to',
      withConsole({ redirectUris: ['http://localhost:3001/*'] }),
      'governance-console.redirectUris: ["http://localhost:3001/*"], wanted ["http://localhost:3001/console/callback"]',
    ],
    [
      'sign-ins to the console without PKCE',
      withConsole({ attributes: {} }),
      'governance-console.attributes.pkce.code.challenge.method: "", wanted "S256"',
    ],
    [
      'no address after the sign-out',
      withConsole({ attributes: {} }),
      'governance-console.attributes.post.logout.redirect.uris: missing, wanted "http://localhost:3001/console/signed-out"',
    ],
    [
      'a missing organization',
      { ...shipped, organizations: {} },
      'organization org_acme.enabled: missing, wanted true',
    ],
    [
      'an organization that is disabled',
      withOrganization({ enabled: false }),
      'organization org_acme.enabled: false, wanted true',
    ],
    [
      'an organization without a role',
      withOrganization({ groups: ['account-admin', 'client-manager'] }),
      'organization org_acme.groups.viewer: missing, wanted "a group"',
    ],
    [
      'an organization whose tokens have another name',
      withOrganization({ attributes: { org_name: ['Globex'] } }),
      'organization org_acme.attributes.org_name: ["Globex"], wanted ["Acme MSP"]',
    ],
    [
      'tokens without the name of their organization',
      withMapper('organization', 'organization', { addOrganizationAttributes: 'false' }),
      'scope organization.membership.config.addOrganizationAttributes: "false", wanted "true"',
    ],
  ])('names %s', (_, found, line) => {
    expect(linesOf(found)).toContain(line);
  });

  it('names one drift for one difference', () => {
    expect(linesOf(withMembers({ fullScopeAllowed: true }))).toHaveLength(1);
    expect(linesOf(withFlow('governance-cli', { '3': 'auth-cookie ALTERNATIVE' }))).toHaveLength(1);
  });

  it('names a client of the console that is public beside a secret, and none if the console is not prepared', () => {
    const confidential = { ...wanted, console: { ...wanted.console, clientSecret: 'secret' } };
    expect(peopleDriftsOf(confidential, shipped, 'governance').map(driftLine)).toEqual([
      'governance-console.publicClient: true, wanted false',
    ]);
    const clients = { 'governance-cli': commandLine };
    expect(peopleDriftsOf({ ...wanted, console: undefined }, { ...shipped, clients }, 'governance')).toEqual(
      [],
    );
  });

  it('ignores what others have added', () => {
    const other = { id: '', name: 'Other', enabled: false, attributes: {}, groups: [] };
    expect(linesOf({ ...shipped, organizations: { ...shipped.organizations, other } })).toEqual([]);
    expect(linesOf(withOrganization({ attributes: { org_name: ['Acme MSP'], region: ['north'] } }))).toEqual(
      [],
    );
    expect(linesOf(withScope('reports', scopeOf('governance')))).toEqual([]);
  });
});
