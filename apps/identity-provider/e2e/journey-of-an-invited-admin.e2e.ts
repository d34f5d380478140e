import { AuthenticatorApp, fullWidth, given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type Browser } from 'puppeteer';
import { type ConsolePrograms, startConsolePrograms } from './support/console-programs';
import { ConsoleThings } from './support/console-things';
import { JourneyUser } from './support/journey-user';
import { addPerson, password } from './support/people';
import { runShell } from './support/run-shell';
import { leaveBrowser, sharedBrowser } from './support/shared-browser';
import { sharedConsole } from './support/shared-console';
import { SignedIn } from './support/signed-in';

/** The shipped console, workers and embedded provider, as people meet them. */
describe('the journey of an invited admin', () => {
  const app = given(sharedConsole);
  let programs: ConsolePrograms;
  let browser: Browser;

  beforeAll(async () => {
    programs = await startConsolePrograms(app.options);
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await leaveBrowser();
    await programs.stop();
  });

  /** The address of a person who was signed in is there. */
  async function enterPassword(user: JourneyUser, email = ''): Promise<void> {
    await user.arrived('Sign in');
    if (email !== '') await user.fill('Email address', email);
    await user.fill('Password', password);
    await user.press('Continue');
  }

  /** An admin, from the address of the service to the invitation. */
  async function invite(inviter: JourneyUser, { orgId, email }: Record<'orgId' | 'email', string>) {
    const { email: own } = await addPerson(app.identity, { places: [[orgId, 'account-admin']] });
    await new ConsoleThings(await SignedIn.member(app, { orgId })).credential();
    const connection = { name: 'Email and password', type: 'database' };
    await app.identity.manage('PUT', `/organizations/${orgId}/connections/con_${orgId}`, connection);
    await inviter.page.goto(app.url);
    await enterPassword(inviter, own);
    await inviter.arrived('Overview');
    await inviter.follows('Invitations');
    await inviter.arrived('Invitations');
    await inviter.press('Invite a person');
    await inviter.arrived('Invite a person');
    await inviter.fill('Email address', fullWidth(email));
    await inviter.choose('Role', 'Administrator');
    await inviter.press('Send the invitation');
    await inviter.arrived('Invitations');
    expect(await inviter.textOf('.message')).toContain('its mail is queued');
    expect(await inviter.textOf('tbody')).toContain('Pending');
  }

  /** From the mail to the console, in an organization that requires a second factor. */
  async function join(guest: JourneyUser, email: string): Promise<void> {
    await guest.opensMail(await programs.inbox.waitForMail(email));
    await guest.press('Accept the invitation');
    await guest.arrived('Join Organization org_invited');
    await guest.press('Accept the invitation');
    await guest.arrived('Set up your account');
    await guest.fill('Your name', 'Nora Newcomer');
    await guest.fill('New password', password);
    await guest.fill('Repeat the password', password);
    await guest.press('Join');
    await guest.arrived('You have joined Organization org_invited');
    await guest.press('Open the console');
    await enterPassword(guest);
    await guest.arrived('Set up a second factor');
    const phone = new AuthenticatorApp((await guest.textOf('.key')).replaceAll(' ', ''));
    await guest.fill('Enter the six digits that the app shows', await phone.nextCode());
    await guest.press('Continue');
    await guest.arrived('Save your recovery codes');
    await guest.press('I have saved them');
    await enterPassword(guest);
    await guest.arrived('Enter your code');
    await guest.fill('Six-digit code', await phone.nextCode());
    await guest.press('Continue');
    await guest.arrived('Overview');
  }

  async function copied(user: JourneyUser, what: string): Promise<string> {
    await user.reach(`Copy ${what}`);
    await user.page.keyboard.press('Enter');
    await user.reads(':focus', 'Copied');
    return String(await user.page.evaluate('navigator.clipboard.readText()'));
  }

  it.each([1280, 390])('leads to a program that calls the API, at %d pixels', async (width) => {
    const [orgId, email] = [`org_invited_${randomUUID()}`, `newcomer-${width}@example.com`];
    const inviter = await JourneyUser.open(browser, { name: 'inviting-admin', width });
    await invite(inviter, { orgId, email });
    await app.identity.manage('PATCH', `/organizations/${orgId}`, { mfaMaxAge: 3600 });
    const guest = await JourneyUser.open(browser, { name: 'invited-admin', width });
    await guest.mayUseTheClipboard(app.url);
    await join(guest, email);

    await guest.follows('Credentials');
    await guest.arrived('Credentials');
    await guest.press('New credential');
    await guest.arrived('New credential');
    await guest.fill('Name', 'Nightly report');
    await guest.fill('Acts as', 'A new service identity');
    await guest.check('See the members');
    await guest.press('Create the credential');
    await guest.arrived('Credential created');
    const secret = await copied(guest, 'the secret');
    const commands = await copied(guest, 'the commands');
    expect(commands).not.toContain(secret);
    const { stdout } = await runShell(commands, { input: `${secret}\n` });
    expect(JSON.parse(stdout)).toMatchObject({ org_name: 'Organization org_invited' });
    await guest.press('To the credential');
    await guest.arrived('Nightly report');
    expect(await guest.textOf('#shell')).toBe(commands);

    await guest.press('Sign out');
    await guest.arrived('Sign out?');
    await guest.press('Sign out');
    await guest.arrived('You are signed out');
    await inviter.follows('Members');
    await inviter.arrived('Members');
    expect(await inviter.textOf('tbody')).toMatch(/Nora Newcomer\s*newcomer-\d+@example.com\s*Administrator/);
  });
});
