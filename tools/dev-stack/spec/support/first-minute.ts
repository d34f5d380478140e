import { codeAt, type HttpAnswer, openBrowser } from '@governance/testing';
import { spawnSync } from 'node:child_process';
import { type StartedStack, type StackWorkspace } from './stack-workspace';

interface NewStack {
  readonly place: StackWorkspace;
  readonly stack: StartedStack;
  /** Calls the platform as the first account admin. */
  readonly call: (path: string) => Promise<HttpAnswer>;
}

type Listed = Readonly<Record<string, string>>;

const dayMs = 24 * 3_600_000;

/** What a developer meets in the first minute of `npm start`. */
export function itServesNewcomers(running: () => NewStack): void {
  it('starts without a warning, and each address that it lists is a page for a browser', async () => {
    const { place, stack } = running();
    const [start] = stack.output().split('Everything is running');
    expect(start).not.toMatch(/│|ECONN|^ +at /m);
    const { publicUrl, platformUrl, issuer, mailbox } = place.description();
    const browser = await openBrowser();
    const page = await browser.newPage();
    for (const url of [publicUrl, platformUrl, `${platformUrl}/docs`, issuer, mailbox.url]) {
      const status = (await page.goto(url))?.status();
      expect([url, status, await page.title()]).toEqual([url, 200, expect.stringMatching(/\w/)]);
    }
    await browser.close();
  });

  it('prints the current code of a user', async () => {
    const { place } = running();
    const [user] = place.description().users;
    const step = (): number => Math.floor(Date.now() / 30_000);
    const before = step();
    const { code, stdout, stderr } = await place.run('dev-code', '--user', user?.email ?? '');
    expect([code, stderr]).toEqual([0, '']);
    const codes = [before, step()].map((each) => `${codeAt(user?.totpSecret ?? '', each)}\n`);
    expect(codes).toContain(stdout);
    const unknown = await place.run('dev-code', '--user', 'other@acme.example');
    expect([unknown.code, unknown.stdout]).toEqual([1, '']);
    expect(unknown.stderr).toContain('admin@acme.example, viewer@acme.example');
  });

  it('gives the commands of operators the settings of the stack', () => {
    const { place } = running();
    const { org } = place.read('operators.json') as { readonly org: Listed };
    const command = ['dist/apps/platform-api/operate.js', 'org', 'members', 'org_acme'];
    const env = { ...place.env, ...org };
    const members = spawnSync(process.execPath, command, { cwd: place.root, env, encoding: 'utf8' });
    expect([members.status, members.stderr]).toEqual([0, '']);
    expect(members.stdout).toContain('usr_acme_admin account-admin\n');
  });

  itFillsLists(running);
}

function itFillsLists(running: () => NewStack): void {
  it('shows an admin a week of audit events, and what needs attention', async () => {
    const { call } = running();
    const listed = async (path: string): Promise<readonly Listed[]> =>
      Object.values((await call(path)).body).find((member) => Array.isArray(member)) as Listed[];
    const events = await listed('/iam/audit-events?limit=200');
    expect(new Set(events.map(({ created_at: at }) => at?.slice(0, 10))).size).toBeGreaterThanOrEqual(6);
    const newest = Date.parse(events[0]?.created_at ?? '');
    const recent = events.filter(({ created_at: at = '' }) => Date.parse(at) > newest - dayMs / 2);
    const failed = { operation: 'connections:test', reason: 'discovery_unreachable' };
    expect(recent).toContainEqual(expect.objectContaining(failed));
    const week = new Date(Date.now() + 7 * dayMs).toISOString();
    expect(await listed(`/iam/m2m-credentials?expires_before=${week}`)).toMatchObject([
      { name: 'Weekly report' },
    ]);
    expect(await listed('/org/clients')).toHaveLength(12);
    const results = await listed('/org/results?limit=200');
    expect(results).toHaveLength(30);
    expect(Date.parse(results.at(-1)?.created_at ?? '')).toBeLessThan(newest - 700 * dayMs);
    const invited = await listed('/iam/org-invitations?status=pending');
    expect(invited.map(({ email }) => email).toSorted()).toEqual([
      'auditor@acme.example',
      'deputy@acme.example',
    ]);
  });
}
