import { AuthenticatorApp, type Inbox, type StoredMail } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type Browser } from 'puppeteer';
import { SecondFactorResetJob } from '../src/second-factor/second-factor-reset-job';
import { newRecoveryCodes } from '../src/second-factor/recovery-codes.store';
import { PeopleStores } from '../src/stores/people-stores';
import { JourneyUser } from './support/journey-user';
import { type OwnConsole, sharedOwnConsole } from './support/own-console';
import { addPerson, freshCode, password, type TestPerson } from './support/people';
import { leaveBrowser, sharedBrowser } from './support/shared-browser';

/** The shipped console and the embedded provider, whose organizations require a second factor. */
describe('the journey after a lost phone', () => {
  let inbox: Inbox;
  let app: OwnConsole;
  let browser: Browser;
  let orgId: string;
  let width: number;
  let user: JourneyUser;

  beforeAll(async () => {
    const shared = await sharedOwnConsole();
    ({ inbox } = shared);
    app = shared;
    browser = await sharedBrowser();
  });
  afterAll(leaveBrowser);

  const open = (name: string): Promise<JourneyUser> => JourneyUser.open(browser, { name, width });

  const person = (role: 'account-admin' | 'viewer'): Promise<TestPerson> =>
    addPerson(app.identity, { places: [[orgId, role]], mfaMaxAge: 3600, app: true });

  const mailTo = ({ email }: TestPerson, subject: string): Promise<StoredMail> =>
    inbox.waitForMail((mail) => mail.to.includes(email) && mail.subject === subject);

  /** From the address of the service to the page that asks for the second factor. */
  async function enterPassword(who: JourneyUser, { email }: TestPerson): Promise<void> {
    await who.page.goto(app.url);
    await who.arrived('Sign in');
    await who.fill('Email address', email);
    await who.fill('Password', password);
    await who.press('Continue');
  }

  async function enterCode(who: JourneyUser, code: string): Promise<void> {
    await who.arrived('Enter your code');
    await who.fill('Six-digit code', code);
    await who.press('Continue');
  }

  /** On a page with the key of a new app. */
  async function setUpApp(): Promise<AuthenticatorApp> {
    const phone = new AuthenticatorApp((await user.textOf('.key')).replaceAll(' ', ''));
    await user.fill('Enter the six digits that the app shows', await phone.nextCode());
    await user.press('Continue');
    return phone;
  }

  async function saveCodes(): Promise<void> {
    await user.arrived('Save your recovery codes');
    expect((await user.textOf('.codes')).trim().split(/\s+/)).toHaveLength(10);
    await user.press('I have saved them');
  }

  /** From the console to a new app. */
  async function replaceApp(): Promise<AuthenticatorApp> {
    await user.arrived('Overview');
    await user.follows('Account');
    await user.arrived('Assessor');
    await user.press('Replace the authenticator app');
    await user.arrived('Replace your authenticator app');
    const phone = await setUpApp();
    await user.arrived('Your authenticator app is set up');
    return phone;
  }

  /** After the new app. */
  async function replaceCodes(): Promise<void> {
    await user.press('Back to your account');
    await user.arrived('Assessor');
    await user.press('Create new recovery codes');
    await user.arrived('New recovery codes');
    await user.press('Create new recovery codes');
    await saveCodes();
    await user.arrived('Assessor');
  }

  describe.each([1280, 390])('at %d pixels', (pixels) => {
    beforeEach(async () => {
      orgId = `org_lost_${randomUUID()}`;
      width = pixels;
      user = await open('lost-phone');
    });

    it('leads by a recovery code to a new app and new codes, with which the person signs in', async () => {
      const owner = await person('viewer');
      const codes = newRecoveryCodes();
      await app.identity.get(PeopleStores).recoveryCodes.replace(owner.userId, codes);
      await enterPassword(user, owner);
      await user.arrived('Enter your code');
      await user.press('Use a recovery code instead');
      await user.arrived('Enter a recovery code');
      await user.fill('Recovery code', codes[0] ?? '');
      await user.press('Continue');
      const phone = await replaceApp();
      await replaceCodes();

      const other = await open('new-phone');
      await enterPassword(other, owner);
      await enterCode(other, await phone.nextCode());
      await other.arrived('Overview');
      await user.opensMail(await mailTo(owner, 'Your authenticator app was replaced'));
      await user.opensMail(await mailTo(owner, 'Your account has new recovery codes'));
    });

    it('leads by a passkey to a new app', async () => {
      const owner = await person('viewer');
      await user.hasAuthenticator();
      await enterPassword(user, owner);
      await enterCode(user, await freshCode(owner));
      await user.arrived('Overview');
      await user.follows('Account');
      await user.arrived('Assessor');
      await user.press('Manage passkeys');
      await user.arrived('Your passkeys');
      await user.fill('Name of the passkey', 'This laptop');
      await user.press('Create a passkey');
      await user.arrived('Your passkeys');
      await user.comesBackLater();

      await enterPassword(user, owner);
      await user.arrived('Use your passkey');
      await user.press('Use your passkey');
      await replaceApp();
    });

    it('leads a person who has nothing left, by an admin and a day of waiting, to a new second factor', async () => {
      const [owner, admin] = [await person('viewer'), await person('account-admin')];
      await enterPassword(user, owner);
      await user.arrived('Enter your code');
      expect(await user.textOf('main')).toContain('ask an administrator of your organization');

      const helper = await open('lost-phone-admin');
      await enterPassword(helper, admin);
      await enterCode(helper, await freshCode(admin));
      await helper.arrived('Overview');
      await helper.follows('Members');
      await helper.arrived('Members');
      await helper.fill('Name or email address', owner.email);
      await helper.press('Search');
      await helper.arrived('Members');
      await helper.press('Lost? Second factor of Assessor');
      await helper.arrived('Second factor of Assessor');
      await helper.press('Remove the second factor in 24 hours');
      await helper.arrived('Members');
      expect(await helper.textOf('tbody')).toContain('Will be removed on');
      await user.opensMail(await mailTo(owner, 'Your second factor will be removed'));
      await user.press('Keep the second factor');
      await user.arrived('Keep your second factor?');
      await helper.opensMail(await mailTo(admin, 'The second factor of a member will be removed'));

      // A day passes.
      const due = 'UPDATE identity.second_factor_resets SET due_at = now() WHERE user_id = $1';
      await app.identity.stores.sql(due, [owner.userId]);
      await app.identity.get(SecondFactorResetJob).run();
      await user.opensMail(await mailTo(owner, 'Your second factor was removed'));
      await enterPassword(user, owner);
      await user.arrived('Set up a second factor');
      const phone = await setUpApp();
      await saveCodes();
      await user.arrived('Sign in');
      await user.fill('Password', password);
      await user.press('Continue');
      await enterCode(user, await phone.nextCode());
      await user.arrived('Overview');
    });
  });
});
