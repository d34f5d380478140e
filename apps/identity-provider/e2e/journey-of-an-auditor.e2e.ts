import { given } from '@governance/testing';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser } from 'puppeteer';
import { type ConsolePrograms, startConsolePrograms } from './support/console-programs';
import { ConsoleThings } from './support/console-things';
import { JourneyUser } from './support/journey-user';
import { password } from './support/people';
import { runShell } from './support/run-shell';
import { leaveBrowser, sharedBrowser } from './support/shared-browser';
import { sharedConsoleWithSite } from './support/shared-console';
import { SignedIn } from './support/signed-in';

const commandLine = join(__dirname, '../../../dist/apps/cli/governance.mjs');

/** The shipped console, workers, public surface, provider and command line, as an auditor of an organization meets them. */
describe('the journey of an auditor', () => {
  const app = given(sharedConsoleWithSite);
  let programs: ConsolePrograms;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    programs = await startConsolePrograms(app.options);
    browser = await sharedBrowser();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'auditor-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  afterAll(async () => {
    await leaveBrowser();
    await programs.stop();
  });

  /** In the terminal of the auditor, who has never signed in there. */
  function run(command: string): ReturnType<typeof runShell> {
    const program = `governance() { '${process.execPath}' '${commandLine}' "$@"; }`;
    return runShell(`${program}\n${command}`, { cwd: folder, env: { HOME: folder, XDG_CONFIG_HOME: '' } });
  }

  it.each([1280, 390])('leads to an event and to the proof of all of them, at %d pixels', async (width) => {
    const colleague = await SignedIn.member(app);
    await new ConsoleThings(colleague).credential();
    const { email } = await colleague.join('account-admin');
    await programs.sealAudit(colleague.orgId);

    const auditor = await JourneyUser.open(browser, { name: 'auditor', width, downloadPath: folder });
    await auditor.page.goto(app.url);
    await auditor.arrived('Sign in');
    await auditor.fill('Email address', email);
    await auditor.fill('Password', password);
    await auditor.press('Continue');
    await auditor.arrived('Overview');
    await auditor.follows('Audit');
    await auditor.arrived('Audit');
    await auditor.fill('Person or machine', colleague.person.email);
    await auditor.unfolds('More conditions');
    await auditor.fill('What', 'Credential rotated');
    await auditor.press('Search');
    await auditor.arrived('Audit');
    expect(await auditor.textOf('.events')).toContain('Assessor rotated the credential Of the table');
    expect(await auditor.textOf('.events')).not.toContain('Assessor created');
    await auditor.unfolds('Details');
    expect(await auditor.textOf('.events details')).toContain('m2m-credentials:rotate');

    const proof = join(folder, 'audit-proof.jsonl');
    const command = await auditor.textOf('#verify');
    writeFileSync(proof, await auditor.saved('Save the proof', proof));
    const verified = await run(command);
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/^genuine +true$/m) as string });
    expect(verified.stderr).toContain(`events of ${colleague.orgId}`);
    writeFileSync(proof, readFileSync(proof, 'utf8').replace('m2m-credentials:rotate', 'members:update'));
    expect(await run(command)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('TAMPERED') as string,
    });
  });
});
