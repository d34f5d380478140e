import { fullWidth, openBrowser } from '@governance/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser } from 'puppeteer';
import { type ConsoleApp, sessionsOf } from './support/console';
import { type ConsolePrograms, startConsolePrograms } from './support/console-programs';
import { KeyboardUser } from './support/keyboard-user';
import { addPerson, password, type TestPerson } from './support/people';
import { sharedConsole } from './support/shared-console';

const name = 'Nora Newcomer';

/** The shipped console, workers and embedded provider: an administrator and the person whom they invite, by keyboard. */
describe('the console from an invitation to the end of a membership', () => {
  let app: ConsoleApp;
  let programs: ConsolePrograms;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    app = await sharedConsole();
    programs = await startConsolePrograms(app.options);
    browser = await openBrowser();
    folder = mkdtempSync(join(tmpdir(), 'console-journey-'));
  });
  afterAll(async () => {
    await browser.close();
    await programs.stop();
    rmSync(folder, { recursive: true });
  });

  /** A person with a browser of their own. */
  async function userWith({ scripts }: { readonly scripts: boolean }): Promise<KeyboardUser> {
    const downloadBehavior = { policy: 'allow', downloadPath: folder } as const;
    const page = await (await browser.createBrowserContext({ downloadBehavior })).newPage();
    await page.setJavaScriptEnabled(scripts);
    return new KeyboardUser(page);
  }

  async function signIn(user: KeyboardUser, email: string): Promise<void> {
    await user.page.goto(`${app.url}/console`);
    await user.arrived('Sign in');
    await user.fill('#email', email);
    await user.fill('#password', password);
    await user.press('button.primary');
    await user.arrived('Overview');
  }

  async function invite(admin: KeyboardUser, email: string): Promise<string> {
    await admin.press('a[href$="/console/invitations"]');
    await admin.press('a[href$="/invitations/new"]');
    await admin.fill('#email', fullWidth(email));
    await admin.choose('role', 'account-admin');
    await admin.press('.form .actions button');
    await admin.arrived('Invitations');
    expect(await admin.textOf('.message')).toContain('its mail is queued');
    expect(await admin.textOf('tbody')).toContain('Pending');
    const { text } = await programs.inbox.waitForMail(email);
    return /https?:\S+\/invitations\/[\w-]+/.exec(text)?.[0] ?? '';
  }

  async function accept(guest: KeyboardUser, link: string): Promise<void> {
    await guest.page.goto(link);
    await guest.arrived('Join Organization org');
    await guest.press('button.primary');
    await guest.arrived('Set up your account');
    await guest.fill('#name', name);
    await guest.fill('#password', password);
    await guest.fill('#repeated', password);
    await guest.press('button.primary');
    await guest.arrived('You have joined Organization org');
  }

  async function adminOf(orgId: string): Promise<TestPerson> {
    const admin = await addPerson(app.identity, { places: [[orgId, 'account-admin']] });
    await app.identity.manage('PUT', `/organizations/${orgId}`, { name: 'Organization org', mfaMaxAge: 0 });
    const connection = { name: 'Email and password', type: 'database' };
    await app.identity.manage('PUT', `/organizations/${orgId}/connections/con_${orgId}`, connection);
    return admin;
  }

  // The pages of this journey have no scripts of their own: one person has them switched off.
  it('invites, demotes and removes a person, proves the audit and signs out everywhere, without scripts', async () => {
    const orgId = 'org_journey';
    const email = 'newcomer@example.com';
    const person = await adminOf(orgId);
    const [admin, guest] = [await userWith({ scripts: false }), await userWith({ scripts: true })];
    await signIn(admin, person.email);
    await accept(guest, await invite(admin, email));
    // Accepting has signed them in.
    await guest.press('a.primary');
    await guest.arrived('Overview');

    await admin.press('a[href$="/console/members"]');
    expect(await admin.textOf('tbody')).toMatch(new RegExp(`${name}\\s*${email}\\s*Administrator`));
    // The guest fills in a form that the role still permits.
    await guest.press('a[href$="/console/invitations"]');
    await guest.press('a[href$="/invitations/new"]');
    await guest.fill('#email', 'friend@example.com');
    await admin.press(`a[aria-label="Change the role of ${name}"]`);
    await admin.choose('role', 'viewer');
    await admin.press('.form .actions button');
    await admin.arrived('Members');
    expect(await admin.textOf('.message')).toContain('The role was changed');
    await guest.press('.form .actions button');
    await guest.arrived('You may not do this');
    await guest.page.goto(`${app.url}/console/profile`);

    await admin.press(`a[aria-label="Remove ${name}"]`);
    await admin.arrived(`Remove ${name}`);
    await admin.press('.danger');
    await admin.arrived('Members');
    expect(await admin.textOf('tbody')).not.toContain(email);
    await guest.press('.form .actions button');
    await guest.arrived('Your session has ended');

    await programs.sealAudit(orgId);
    await admin.press('a[href$="/console/audit"]');
    const events = await admin.saved('a[href*="format=jsonl"]', join(folder, 'audit-events.jsonl'));
    for (const operation of ['org-invitations:create', 'members:update', 'members:remove'])
      expect(events).toContain(operation);
    const proof = await admin.saved('a[href$="/audit/proof"]', join(folder, 'audit-proof.jsonl'));
    expect(await programs.checkProof(proof)).toMatchObject({
      problems: [],
      facts: expect.arrayContaining([expect.stringContaining(`events of ${orgId}`)]) as unknown,
    });
    const changed = proof.replace('members:remove', 'members:update');
    expect((await programs.checkProof(changed)).problems).not.toEqual([]);

    const elsewhere = await userWith({ scripts: true });
    await signIn(elsewhere, person.email);
    await admin.press('a[href$="/console/sessions"]');
    await admin.press('form[action$="/end-others"] button');
    await admin.arrived('Sessions');
    expect(await sessionsOf(app, person)).toHaveLength(1);
    // Its browser is still signed in at the provider, as the page says.
    await elsewhere.page.goto(`${app.url}/console`);
    await elsewhere.arrived('Overview');
    for (const user of [admin, elsewhere]) {
      await user.press('.account button');
      await user.arrived('Sign out?');
      await user.press('button.primary');
      await user.arrived('You are signed out');
      await user.page.goto(`${app.url}/console`);
      await user.arrived('Sign in');
    }
    expect(await sessionsOf(app, person)).toEqual([]);
  });
});
