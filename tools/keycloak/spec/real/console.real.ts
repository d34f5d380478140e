import { openBrowser } from '@governance/testing';
import { randomBytes } from 'node:crypto';
import { type Browser } from 'puppeteer';
import { ConsolePerson } from './life/console-person';
import { type KeycloakConsole, openKeycloakConsole, orgNames } from './life/console-place';
import { orgId, otherOrgId } from './life/way';

let place: KeycloakConsole;
let browser: Browser;
let person: ConsolePerson;
let scripts: boolean;

async function enter(...memberships: Parameters<KeycloakConsole['addPerson']>) {
  person = await ConsolePerson.of(place, scripts, ...memberships);
  return person.signIn(browser);
}

async function manageCredential(): Promise<void> {
  const user = await enter({ [orgId]: 'account-admin' });
  expect(await user.textOf('.organization')).toContain(orgNames[orgId]);
  const [clientId, first] = await person.createThroughStepUp(user);
  const token = await person.tokenOf(clientId, first);
  expect(await person.statusOf(token)).toBe(200);

  await user.press('.actions a[href*="/credentials/"]');
  expect(await user.textOf('form[action$="/rotate"]')).toContain(
    'stops working at once: the identity provider accepts one at a time',
  );
  await user.fill('#typed_name', 'Nightly');
  await user.press('form[action$="/rotate"] button');
  await user.arrived('Credential rotated');
  const next = await user.textOf('#secret');
  expect(await person.tokenOf(clientId, first)).toBeUndefined();
  expect(await person.statusOf(await person.tokenOf(clientId, next))).toBe(200);

  await user.press('.actions a[href*="/credentials/"]');
  await user.press('a[href$="/revoke"]');
  await user.fill('#name', 'Nightly');
  await user.press('.danger');
  await user.arrived('Credentials');
  expect(await person.tokenOf(clientId, next)).toBeUndefined();
  expect(await person.statusOf(token)).toBe(401);
}

async function proveAudit(): Promise<void> {
  const user = await enter({ [orgId]: 'account-admin' });
  await place.workers.sealAudit(orgId);
  await user.press('a[href$="/console/audit"]');
  expect(await user.textOf('.events')).toMatch(/created (?:a|the) credential/);
  const proof = await person.savedProof(user);
  expect(await place.workers.checkProof(proof)).toMatchObject({ problems: [] });
  const changed = proof.replace('m2m-credentials:create', 'm2m-credentials:rename');
  expect((await place.workers.checkProof(changed)).problems).not.toEqual([]);
}

async function findWhatIsElsewhere(): Promise<void> {
  const user = await enter({ [orgId]: 'account-admin' });
  expect(await user.textOf('main')).toContain(`managed at the identity provider, ${place.realm.issuer}`);
  for (const section of ['members', 'invitations']) {
    expect(await user.page.$(`nav a[href$="/${section}"]`)).toBeNull();
    const answer = await user.page.goto(`${place.url}/console/${section}`);
    const found = [section, answer?.status(), await user.heading()];
    expect(found).toEqual([section, 404, 'Managed at the identity provider']);
  }
}

async function lookAsViewer(): Promise<void> {
  const user = await enter({ [orgId]: 'viewer' });
  await user.press('a[href$="/console/profile"]');
  expect(await user.textOf('main')).toContain('Viewer');
  const answer = await user.page.goto(`${place.url}/console/credentials`);
  expect([answer?.status(), await user.heading()]).toEqual([403, 'You may not see this page']);
}

/** Keycloak gives a token for no organization until the person has chosen one. A step-up stays in it. */
async function switchOrganization(): Promise<void> {
  const user = await enter({ [orgId]: 'account-admin', [otherOrgId]: 'viewer' });
  expect(await user.textOf('main')).toContain('no role in an organization');
  for (const id of [otherOrgId, orgId] as const) {
    await user.press('.organization button');
    await user.sees(`#organization-${id}`);
    expect(await user.textOf(`#organization-${id}`)).toContain(orgNames[id]);
    await user.page.click(`#organization-${id}`);
    await user.arrived('Overview');
    expect(await user.textOf('.organization')).toContain(orgNames[id]);
    expect((await user.page.$('nav a[href$="/credentials"]')) !== null).toBe(id === orgId);
  }
  await person.createThroughStepUp(user);
  expect(await user.textOf('.organization')).toContain(orgNames[orgId]);
}

async function refresh(): Promise<void> {
  const { operator, name } = place.realm;
  // The console does not consider such a token fresh, so each page refreshes it.
  await operator.call('PUT', `/${name}`, { accessTokenLifespan: 20 });
  const elsewhere = await enter({ [orgId]: 'account-admin' });
  await person.createThroughStepUp(elsewhere);
  await elsewhere.press('a[href$="/console/credentials"]');
  await elsewhere.arrived('Credentials');
  const user = await person.signIn(browser);
  await user.press('a[href$="/console/sessions"]');
  await user.press('form[action$="/end-others"] button');
  await user.arrived('Sessions');
  await user.press('a[href$="/console/credentials"]');
  await user.arrived('Credentials');
  await elsewhere.page.goto(`${place.url}/console`);
  await elsewhere.sees('#username');
  await operator.call('PUT', `/${name}`, { accessTokenLifespan: 600 });
}

async function signOut(): Promise<void> {
  const user = await enter({ [orgId]: 'viewer' });
  await user.press('.account button');
  await user.arrived('You are signed out');
  await user.page.goto(`${place.url}/console`);
  await user.sees('#username');
}

describe.each([
  { client: 'confidential', withScripts: true, secret: randomBytes(32).toString('base64url') },
  { client: 'public', withScripts: false, secret: undefined },
])(
  'the console with Keycloak, as a $client client, with scripts: $withScripts',
  ({ withScripts, secret }) => {
    beforeAll(async () => {
      scripts = withScripts;
      place = await openKeycloakConsole(secret);
      browser = await openBrowser();
    });
    afterEach(() => {
      person.leave();
    });
    afterAll(async () => {
      await browser.close();
      await place.stop();
    });

    it('creates a credential through the second factor, rotates and revokes it', manageCredential);
    it('exports the audit with a proof that holds, and that shows a change', proveAudit);
    it('says where members, invitations and sign-in methods are managed', findWhatIsElsewhere);
    it('gives a viewer no control', lookAsViewer);
    // The page of Keycloak that asks for the organization needs scripts.
    if (withScripts) it('switches the organization', switchOrganization);
    it('keeps its session after a step-up, and after that of another browser has ended', refresh);
    it('signs out, and ends the session at Keycloak', signOut);
  },
);
