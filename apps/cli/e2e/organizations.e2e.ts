import { given } from '@governance/testing';
import { decodeJwt } from 'jose';
import { existsSync } from 'node:fs';
import { CommandLine } from './support/command-line';
import { installedCli } from './support/packages';
import { type RunningCommand } from './support/running-command';
import { SignInBrowser } from './support/sign-in-browser';
import { sharedStack } from './support/stack';
import { TestAdmin } from './support/test-admin';

const tokens = '.config/governance/tokens/default.json';

describe('a member of two organizations', () => {
  const stack = given(sharedStack);
  let cli: CommandLine;
  let browser: SignInBrowser;
  /** The same user: the second organization has ids of its own. */
  let admin: TestAdmin;
  let second: Pick<TestAdmin, 'userId' | 'orgId' | 'connectionId' | 'secret'>;

  beforeAll(async () => {
    cli = new CommandLine((await installedCli()).program);
    browser = await SignInBrowser.open();
    admin = await stack.management.addAdmin();
    const { orgId, connectionId } = new TestAdmin();
    second = { userId: admin.userId, orgId, connectionId, secret: admin.secret };
    await stack.management.addOrganization(second);
  });
  afterAll(async () => {
    await browser.close();
    cli.remove();
  });

  /** Does in the browser what the command asks for. */
  async function confirm(command: RunningCommand): Promise<void> {
    const [, address = ''] = await command.says(/^Open (http\S+)$/m);
    expect(await browser.confirm(address, admin)).toBe('The device is connected');
  }

  const login = (organization: string): RunningCommand =>
    cli.start(['login', '--no-browser', '--api-url', stack.platformUrl, '--organization', organization]);
  const organizationOfToken = async (): Promise<unknown> =>
    decodeJwt((await cli.run(['token'])).stdout.trim()).org_id;

  it('enters the one that the command names', async () => {
    for (const { orgId } of [admin, second]) {
      const command = login(orgId);
      await confirm(command);
      expect(await command.ended).toMatchObject({ code: 0, stdout: '' });
      expect(await organizationOfToken()).toBe(orgId);
    }
  });

  it('stays in it when a command asks for a second factor', async () => {
    await stack.management.requireSecondFactor(second, 300);
    // The policy is in the next token: this one has ended.
    const kept = JSON.parse(cli.read(tokens)) as object;
    cli.write(tokens, JSON.stringify({ ...kept, expiresAt: 0 }));
    const create = ['credentials', 'create', '--name', 'Nightly export', '--secret-file', 'secret'];
    const command = cli.start([...create, '--no-browser']);
    await confirm(command);
    expect(await command.ended).toMatchObject({ code: 0 });
    expect(await organizationOfToken()).toBe(second.orgId);
    expect(await cli.json('credentials', 'list')).toMatchObject([{ org_id: second.orgId }]);
  });

  it('is told when the sign-in has entered another one, and is not signed in', async () => {
    const alone = await stack.management.addAdmin();
    expect(await cli.run(['logout'])).toMatchObject({ code: 0 });
    const own = await SignInBrowser.open();
    const command = login(second.orgId);
    const [, address = ''] = await command.says(/^Open (http\S+)$/m);
    expect(await own.confirm(address, alone)).toBe('The device is connected');
    await own.close();
    const { code, stderr } = await command.ended;
    expect(code).toBe(3);
    expect(stderr).toContain(`You are not a member of the organization ${second.orgId}`);
    expect(existsSync(cli.path(tokens))).toBe(false);
  });
});
