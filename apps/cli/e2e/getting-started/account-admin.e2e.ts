import { given, runShellPage, type ShellBlock } from '@governance/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignInBrowser } from '../support/sign-in-browser';
import { sharedStack } from '../support/stack';
import { type TestAdmin } from '../support/test-admin';
import { silentOpener } from '../support/silent-opener';

const workspace = join(__dirname, '../../../..');
const invitee = 'grace@example.com';

describe('docs/getting-started/account-admin.md', () => {
  const stack = given(sharedStack);
  let browser: SignInBrowser;
  let admin: TestAdmin;
  let home: string;
  let blocks: ShellBlock[];
  let signIns: readonly string[];
  let joined: string;

  beforeAll(async () => {
    browser = await SignInBrowser.open();
    home = mkdtempSync(join(tmpdir(), 'home-'));
    admin = await stack.management.addAdmin();
    await stack.management.requireSecondFactor(admin, 300);
    const confirmed = new Map<string, Promise<string>>();
    const accepted = stack.inbox
      .waitForMail(invitee)
      .then(({ text }) => browser.join(/http\S+\/invitations\/\S+/.exec(text)?.[0] ?? ''));
    const running = runShellPage(join(workspace, 'docs/getting-started/account-admin.md'), {
      cwd: workspace,
      env: {
        API_URL: stack.platformUrl,
        PUBLIC_URL: stack.publicUrl,
        HOME: home,
        XDG_CONFIG_HOME: '',
        GOVERNANCE_TOKEN_STORE: 'file',
        PATH: silentOpener(home),
      },
      onErrors: (errors) => {
        for (const [, address = ''] of errors.matchAll(/^Open (http\S+)$/gm))
          if (!confirmed.has(address)) confirmed.set(address, browser.confirm(address, admin));
      },
    });
    [blocks, joined] = await Promise.all([running, accepted]);
    signIns = await Promise.all(confirmed.values());
  });
  afterAll(async () => {
    await browser.close();
    rmSync(home, { recursive: true });
  });

  const printed = (position: number): string => blocks[position]?.output ?? '';

  it('signs in', () => {
    expect(signIns[0]).toBe('The device is connected');
    expect(printed(0)).toContain(admin.email);
  });

  it('creates a credential, and replaces its secret', () => {
    expect(printed(1)).toMatch(/^ID .*\n\S+ +Nightly export +client_secret .* m2m:credentials:read/);
    expect(printed(1)).not.toContain('gmc_');
  });

  it('invites a person as an admin, and makes them a viewer when they have joined', () => {
    expect(joined).toBe('You have joined Acme MSP');
    expect(printed(2)).toMatch(/^role +account-admin$/m);
    expect(printed(2)).toMatch(/^role +viewer$/m);
  });

  it('shows what happened, and verifies the proof of it', () => {
    expect(printed(3)).toContain('members:update');
    expect(printed(3)).toMatch(/^genuine +true$/m);
  });
});
