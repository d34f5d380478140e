import { Keyring } from '@governance/keyring';
import { type Page } from 'puppeteer';
import { resetToken } from '../../src/second-factor/reset-token';
import { PeopleStores } from '../../src/stores/people-stores';
import { fromBase32 } from '../../src/second-factor/base32';
import { type IdentityApp } from './identity-app';
import { TestApplication } from './applications';
import { invite } from './invitations';
import { addPerson, password, freshCode, type TestPerson } from './people';
import { type OnPage, send, textOn } from './page-forms';
import { visitPasskeys } from './visited-passkeys';

async function sendPassword(page: Page, person: TestPerson): Promise<void> {
  await send(page, { email: person.email, password: person.password });
}

/** Visits every page in a real browser. */
export async function visitEveryPage(
  identity: IdentityApp,
  newPage: () => Promise<Page>,
  onPage: OnPage,
): Promise<void> {
  const application = await TestApplication.open(identity);
  const begin = async (page: Page, parameters: Record<string, string> = {}): Promise<void> => {
    await page.goto((await application.authorization(parameters)).url.href);
  };
  await visitEnrolment(identity, { page: await newPage(), begin, onPage });
  await visitSignIn(identity, { page: await newPage(), begin, onPage });
  await visitPasskeys(identity, { page: await newPage(), onPage });
  await visitReset(identity, { page: await newPage(), begin, onPage });
  await visitAccount(identity, { page: await newPage(), onPage });
  await visitDevice(identity, { page: await newPage(), onPage });
  await visitConnections(identity, { page: await newPage(), begin, onPage });
  await visitInvitation(identity, { page: await newPage(), onPage });
  const page = await newPage();
  await begin(page);
  await sendPassword(page, await addPerson(identity, { places: [] }));
  await onPage('no-organization', page);
  await page.goto(`${identity.issuer}/auth?client_id=unknown`);
  await onPage('problem-client', page);
  await page.goto(`${identity.issuer}/sign-in/none`);
  await onPage('problem-over', page);
}

interface Walk {
  readonly page: Page;
  readonly begin: (page: Page, parameters?: Record<string, string>) => Promise<void>;
  readonly onPage: OnPage;
}

/** Of the app. The page offers a passkey, too. */
const enrolButton = 'form[action$="/enrol"] button';

async function visitEnrolment(identity: IdentityApp, { page, begin, onPage }: Walk): Promise<void> {
  const person = await addPerson(identity, { mfaMaxAge: 300, places: [['org_strict', 'viewer']] });
  await begin(page);
  await sendPassword(page, person);
  await onPage('enrol', page);
  await send(page, { code: '000000' }, enrolButton);
  await onPage('enrol-wrong', page);
  const key = await textOn(page, '.key');
  const secret = fromBase32(key.replaceAll(' ', ''));
  await send(page, { code: await freshCode({ ...person, secret }) }, enrolButton);
  await onPage('recovery-codes', page);
  await send(page, {});
  await onPage('password-new-factor', page);
}

async function visitSignIn(identity: IdentityApp, { page, begin, onPage }: Walk): Promise<void> {
  const places = [
    ['org_acme', 'account-admin'],
    ['org_globex', 'viewer'],
  ] as const;
  const person = await addPerson(identity, { app: true, places });
  await begin(page);
  await onPage('password', page);
  await send(page, { email: person.email, password: 'a wrong password' });
  await onPage('password-wrong', page);
  await send(page, { password: person.password });
  await onPage('code', page);
  await send(page, { code: '000000' });
  await onPage('code-wrong', page);
  await Promise.all([page.waitForNavigation(), page.click('a[href*="recovery"]')]);
  await onPage('recovery-code', page);
  await Promise.all([page.waitForNavigation(), page.click('.aside-action a')]);
  await send(page, { code: await freshCode(person) });
  await onPage('organization', page);
  await identity.manage('PUT', '/applications/app_partner', {
    name: 'Partner reports',
    redirectUris: ['https://partner.example.org/callback'],
  });
  await begin(page, {
    client_id: 'app_partner',
    redirect_uri: 'https://partner.example.org/callback',
    organization: 'org_acme',
  });
  await sendPassword(page, person);
  await send(page, { code: await freshCode(person) });
  await onPage('consent', page);
}

async function visitReset(identity: IdentityApp, { page, begin, onPage }: Walk): Promise<void> {
  const { userId, email } = await addPerson(identity);
  await begin(page);
  await Promise.all([page.waitForNavigation(), page.click('a[href$="/password-reset"]')]);
  await onPage('forgot-password', page);
  await send(page, { email: 'unknown@localhost' });
  await onPage('forgot-password-wrong', page);
  await send(page, { email });
  await onPage('reset-sent', page);
  const token = 'the-token-of-a-mailed-link-with-forty-three-ch';
  await identity.get(PeopleStores).passwordResets.put({ userId, token, requestedAt: new Date() });
  await page.goto(`${identity.issuer}/password-resets/${token}`);
  await onPage('reset-password', page);
  await send(page, { password, repeated: `${password}!` });
  await onPage('reset-password-wrong', page);
  await send(page, { password: `${password}!`, repeated: `${password}!` });
  await onPage('password-replaced', page);
  await page.goto(`${identity.issuer}/password-resets/${token}`);
  await onPage('problem-reset-link', page);
  await page.goto(`${identity.issuer}/account`);
  await sendPassword(page, { userId, email, password: `${password}!`, secret: undefined });
  await page.waitForSelector('.facts');
  await onPage('account', page);
  await page.goto(`${identity.issuer}/account/password`);
  await onPage('account-password', page);
  const repeated = password;
  await send(page, { current: password, password, repeated });
  await onPage('account-password-wrong', page);
  await send(page, { current: `${password}!`, password, repeated });
  await onPage('account-changed', page);
}

async function visitAccount(identity: IdentityApp, { page, onPage }: Omit<Walk, 'begin'>): Promise<void> {
  const person = await addPerson(identity, { app: true });
  await page.goto(`${identity.issuer}/account/authenticator`);
  await sendPassword(page, person);
  await send(page, { code: await freshCode(person) });
  await page.waitForSelector('.qr');
  await onPage('account-authenticator', page);
  await send(page, { code: '000000' });
  await onPage('account-authenticator-wrong', page);
  await page.goto(`${identity.issuer}/account/sessions`);
  await onPage('account-sessions', page);
  await page.goto(`${identity.issuer}/account/recovery-codes`);
  await onPage('account-new-codes', page);
  await send(page, {});
  await onPage('account-codes-replaced', page);
  const { users, secondFactorResets } = identity.get(PeopleStores);
  const user = await users.find(person.userId);
  if (user) await secondFactorResets.request(user);
  await page.goto(`${identity.issuer}/account`);
  await onPage('account-reset', page);
  const { id = '' } = (await secondFactorResets.find(person.userId)) ?? {};
  const token = resetToken(Keyring.load(identity.stores.keyringFile), id);
  await page.goto(`${identity.issuer}/second-factor-resets/${token}`);
  await onPage('second-factor-reset', page);
  await send(page, {});
  await onPage('second-factor-kept', page);
  await page.goto(`${identity.issuer}/second-factor-resets/${token}`);
  await onPage('problem-reset-over', page);
}

async function visitDevice(identity: IdentityApp, { page, onPage }: Omit<Walk, 'begin'>): Promise<void> {
  const person = await addPerson(identity);
  const form = new URLSearchParams({ client_id: 'governance-cli', scope: 'openid api:full:read' });
  const { body } = await identity.call('/device/auth', { method: 'POST', body: form });
  await page.goto(`${identity.issuer}/device`);
  await onPage('device-code', page);
  await send(page, { user_code: 'BCDF-GHJK' });
  await onPage('device-code-wrong', page);
  await page.goto(String(body.verification_uri_complete));
  await onPage('device-confirm', page);
  await send(page, {});
  await sendPassword(page, person);
  await page.waitForSelector('.seal');
  await onPage('device-done', page);
  const application = await TestApplication.open(identity);
  await page.goto((await application.authorization()).url.href);
  await onPage('confirm', page);
  await page.goto(`${identity.issuer}/session/end`);
  await onPage('sign-out', page);
  await send(page, {});
  await onPage('signed-out', page);
}

async function addConnections({ manage }: IdentityApp, orgId: string): Promise<void> {
  const upstream = { issuer: 'https://login.example.org', clientId: 'governance', clientSecret: 'secret' };
  const path = `/organizations/${orgId}`;
  await manage('PUT', path, { name: 'Initech Managed Services' });
  await manage('PUT', `${path}/connections/${orgId}_1`, { name: 'Email and password', type: 'database' });
  const enterprise = { name: 'Initech single sign-on', type: 'enterprise', upstream };
  await manage('PUT', `${path}/connections/${orgId}_2`, enterprise);
}

async function visitConnections(identity: IdentityApp, { page, begin, onPage }: Walk): Promise<void> {
  await addConnections(identity, 'org_initech');
  await begin(page, { organization: 'org_initech' });
  await onPage('password-or-connection', page);
  await Promise.all([page.waitForNavigation(), page.click('a[href*="organization"]')]);
  await onPage('find-organization', page);
  await send(page, { organization: 'org_none' });
  await onPage('find-organization-unknown', page);
  await send(page, { organization: 'org_initech' });
  await onPage('connection', page);
}

async function visitInvitation(identity: IdentityApp, { page, onPage }: Omit<Walk, 'begin'>): Promise<void> {
  await addConnections(identity, 'org_initech');
  const { link } = await invite(identity, { orgId: 'org_initech', role: 'account-admin' });
  await page.goto(link);
  await onPage('invitation', page);
  await send(page, {});
  await onPage('invitation-connection', page);
  await send(page, {}, 'button[value="org_initech_1"]');
  await onPage('new-password', page);
  await send(page, { name: 'New assessor', password, repeated: `${password}!` });
  await onPage('new-password-wrong', page);
  await send(page, { password, repeated: password });
  await onPage('accepted', page);
  await page.goto(link);
  await onPage('invitation-accepted', page);
  const person = await addPerson(identity, { places: [] });
  await page.goto((await invite(identity, { orgId: 'org_globex', email: person.email })).link);
  await send(page, {});
  await onPage('invitation-password', page);
}
