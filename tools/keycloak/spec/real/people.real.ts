import { signInByDevice as signInOfProgram } from '@governance/client';
import { type PersonCaller, permissionsOfRole } from '@governance/iam';
import { until } from '@governance/testing';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { verdictOf } from './guard';
import { addClient, multiFactor as secondFactor } from './life/keycloak-people';
import { createPerson, type Person } from './person';
import { commandLineScope, type IssuedTokens, passPages, signInByCode, signInByDevice } from './sign-in';
import { audience, createTestRealm, forPeople, type TestRealm } from './test-realm';
import { FormBrowser } from './visited-page';

let realm: TestRealm;
beforeAll(async () => {
  realm = await createTestRealm(...forPeople);
});
afterAll(() => realm.remove());

async function callerOf({ access_token: token }: IssuedTokens): Promise<PersonCaller> {
  const verdict = await verdictOf(realm, token);
  if (verdict.outcome !== 'accepted' || verdict.caller.kind !== 'person')
    throw new Error(JSON.stringify(verdict));
  return verdict.caller;
}

/** As `fetch`, but for the surface: its metadata name the realm. */
const fetchBesideSurface: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  if (!url.startsWith(audience)) return fetch(input, init);
  return Promise.resolve(Response.json({ resource: audience, authorization_servers: [realm.issuer] }));
};

/** Signs in as `governance login --organization`. */
async function signInTo(organization: string, person: Person): Promise<IssuedTokens> {
  const prompted = Promise.withResolvers<string>();
  const signedIn = signInOfProgram({
    apiUrl: audience,
    clientId: 'governance-cli',
    organization,
    onPrompt: ({ verificationUriComplete = '' }) => {
      prompted.resolve(verificationUriComplete);
    },
    fetch: fetchBesideSurface,
  });
  const browser = new FormBrowser();
  await passPages(browser, { page: await browser.open(await prompted.promise), person });
  return { access_token: (await signedIn).accessToken };
}

/** As the command line asks for it: Keycloak ignores both parameters of a device request. */
const stepUp = { max_age: '0', acr_values: secondFactor };

const inOrganization = (alias: string) => ({ scope: `${commandLineScope} organization:${alias}` });

describe('the command line at a prepared realm', () => {
  it('signs an account admin in with a device code and both factors', async () => {
    const person = await createPerson(realm, { org_acme: 'account-admin' });
    const tokens = await signInByDevice(realm, { person });
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ typ: 'at+jwt' });
    expect(await callerOf(tokens)).toMatchObject({
      subject: person.id,
      orgId: 'org_acme',
      permissions: permissionsOfRole('account-admin'),
      email: `${person.username}@example.org`,
      emailVerified: true,
      name: 'Ada Admin',
    });
  });

  it('asks for both factors again at each sign-in, so that a step-up gets a fresh one', async () => {
    const person = await createPerson(realm, { org_acme: 'account-admin' });
    const browser = new FormBrowser();
    const first = await callerOf(await signInByDevice(realm, { person, browser }));
    await until(() => Date.now() / 1_000 > Number(first.stepUp.mfaAt) + 1);
    const second = await callerOf(await signInByDevice(realm, { person, browser, parameters: stepUp }));
    expect(first.stepUp.mfaAt).toEqual(expect.any(Number));
    expect(Number(second.stepUp.mfaAt)).toBeGreaterThan(Number(first.stepUp.mfaAt));
  });

  it('keeps the time of the factor when it refreshes a token', async () => {
    const person = await createPerson(realm, { org_acme: 'viewer' });
    const tokens = await signInByDevice(realm, { person });
    const answer = await fetch(`${realm.issuer}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'governance-cli',
        refresh_token: tokens.refresh_token ?? '',
      }),
    });
    const refreshed = await callerOf((await answer.json()) as IssuedTokens);
    expect(refreshed).toMatchObject({ orgId: 'org_acme', permissions: permissionsOfRole('viewer') });
    expect(refreshed.stepUp).toEqual((await callerOf(tokens)).stepUp);
  });

  it('gets a read-only token if it asks for one', async () => {
    const person = await createPerson(realm, { org_acme: 'account-admin' });
    const parameters = { scope: 'openid api:full:read' };
    const { permissions } = await callerOf(await signInByDevice(realm, { person, parameters }));
    expect(permissions).toContain('m2m:credentials:read');
    expect([...permissions].filter((permission) => !permission.endsWith(':read'))).toEqual([]);
  });

  it('signs in with a code at a loopback address of any port', async () => {
    const person = await createPerson(realm, { org_acme: 'viewer' });
    expect(await callerOf(await signInByCode(realm, { person }))).toMatchObject({ orgId: 'org_acme' });
  });
});

describe('the roles of a prepared realm', () => {
  it('are those of one organization: an admin of one is a viewer of another', async () => {
    const person = await createPerson(realm, { org_acme: 'account-admin', org_globex: 'viewer' });
    const acme = await signInByDevice(realm, { person, parameters: inOrganization('org_acme') });
    const globex = await signInByDevice(realm, { person, parameters: inOrganization('org_globex') });
    expect(await callerOf(acme)).toMatchObject({
      orgId: 'org_acme',
      permissions: permissionsOfRole('account-admin'),
    });
    expect(await callerOf(globex)).toMatchObject({
      orgId: 'org_globex',
      permissions: permissionsOfRole('viewer'),
    });
  });

  it('are those of the organization that the command line names', async () => {
    const person = await createPerson(realm, { org_acme: 'account-admin', org_globex: 'viewer' });
    for (const organization of ['org_acme', 'org_globex']) {
      expect((await callerOf(await signInTo(organization, person))).orgId).toBe(organization);
    }
  });

  it('are in no token for several organizations', async () => {
    const person = await createPerson(realm, { org_acme: 'account-admin', org_globex: 'viewer' });
    const both = await signInByDevice(realm, { person, parameters: inOrganization('*') });
    expect(await verdictOf(realm, both.access_token)).toMatchObject({ outcome: 'refused' });
    const none = await callerOf(await signInByDevice(realm, { person }));
    expect([none.orgId, none.permissions]).toEqual([undefined, new Set()]);
  });

  it('are none for a member without a group, and for an organization of others', async () => {
    const person = await createPerson(realm, { org_acme: undefined });
    const member = await callerOf(await signInByDevice(realm, { person }));
    expect([member.orgId, member.orgName, member.permissions]).toEqual(['org_acme', 'Acme MSP', new Set()]);
    const stranger = await callerOf(
      await signInByDevice(realm, { person, parameters: inOrganization('org_globex') }),
    );
    expect([stranger.orgId, stranger.permissions]).toEqual([undefined, new Set()]);
  });
});

describe('the flow of a prepared realm for applications', () => {
  const clientId = 'website';
  beforeAll(() =>
    addClient(realm, clientId, {
      publicClient: true,
      redirectUris: ['http://127.0.0.1/*'],
      optionalClientScopes: ['offline_access', 'api:full:read', 'api:full:write'],
    }),
  );

  it('asks for the second factor at a step-up only, and for it alone then', async () => {
    const person = await createPerson(realm, { org_acme: 'account-admin' });
    // Keycloak ends the session of a sign-in with `offline_access`, so there would be none to step up.
    const visit = { person, browser: new FormBrowser(), clientId, parameters: { scope: 'openid' } };
    const first = await signInByCode(realm, visit);
    expect(first.asked).toEqual(['username', 'password']);
    expect((await callerOf(first)).stepUp.mfaAt).toBeUndefined();
    const stepUp = await signInByCode(realm, {
      ...visit,
      parameters: { ...visit.parameters, acr_values: secondFactor },
    });
    expect(stepUp.asked).toEqual(['otp']);
    const { auth_time: at, loa_map: levels } = decodeJwt(stepUp.access_token);
    expect(levels).toMatchObject({ '2': expect.any(Number) as number });
    expect((await callerOf(stepUp)).stepUp.mfaAt).toBeLessThanOrEqual(Number(at));
    const later = await signInByCode(realm, visit);
    expect(later.asked).toEqual([]);
    expect((await callerOf(later)).stepUp).toEqual((await callerOf(stepUp)).stepUp);
  });
});
