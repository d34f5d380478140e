import { given } from '@governance/testing';
import { decodeJwt } from 'jose';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLine } from './support/command-line';
import { installedCli } from './support/packages';
import { Recording, shownRecording } from './support/recording';
import { SignInBrowser } from './support/sign-in-browser';
import { sharedStack } from './support/stack';
import { TerminalSession } from './support/terminal-session';
import { type TestAdmin } from './support/test-admin';

const tokens = '.config/governance/tokens/default.json';
const draft = '.local/state/governance/assessment.json';
const page = join(__dirname, '../../../docs/cli.md');

interface Listed {
  readonly id: string;
  readonly email?: string;
}

/** A user's work with every part of the program, in a terminal and a browser. Each test continues where the one before it ended. */
describe('a session in a terminal', () => {
  const stack = given(sharedStack);
  let program: string;
  let cli: CommandLine;
  let browser: SignInBrowser;
  let admin: TestAdmin;
  let recording: Recording;
  let credential: { readonly id: string; readonly clientId: string };

  beforeAll(async () => {
    ({ program } = await installedCli());
    cli = new CommandLine(program);
    browser = await SignInBrowser.open();
    admin = await stack.management.addAdmin('ada@example.com');
    recording = new Recording({
      [stack.platformUrl]: 'https://api.example.org',
      [stack.publicUrl]: 'https://assess.example.org',
      [stack.issuer]: 'https://id.example.org',
      [admin.orgId]: 'org_acme',
    });
  });
  afterAll(async () => {
    await browser.close();
    cli.remove();
  });

  const open = (...args: readonly string[]): TerminalSession => new TerminalSession(program, args, cli.home);

  /** What a command shows that asks nothing and must succeed. */
  async function shown(...args: readonly string[]): Promise<string> {
    const session = open(...args);
    const code = await session.ended;
    expect([code, code === 0 ? '' : session.output]).toEqual([0, '']);
    return session.output;
  }

  /** The same, for the recording. */
  async function recorded(...args: readonly string[]): Promise<string> {
    const output = await shown(...args);
    recording.add(args, output);
    return output;
  }

  /** The same, for the recording, of a command that asks the user to sign in. */
  async function signedIn(...args: readonly string[]): Promise<string> {
    const session = open(...args);
    const address = await session.showsLine('Open ');
    expect(await browser.confirm(address, admin)).toBe('The device is connected');
    expect(await session.ended).toBe(0);
    recording.add(args, session.output);
    return session.output;
  }

  const machineToken = async (secretFile: string): Promise<string> =>
    (await shown('token', '--client-id', credential.clientId, '--client-secret-file', secretFile)).trim();

  it('signs in', async () => {
    const { platformUrl, publicUrl } = stack;
    expect(await signedIn('login', '--api-url', platformUrl, '--public-url', publicUrl)).toContain(
      'Signed in as ada@example.com',
    );
  });

  it('asks for the addresses on a new machine, and says where the user is signed in', async () => {
    const session = open('login', '--profile', 'fresh');
    await session.shows('Address of the platform');
    session.press('localhost\r');
    await session.shows('is not an http(s) URL');
    // Ctrl-U removes what was entered.
    session.press(`\u0015${stack.platformUrl}\r`);
    await session.shows('Address of the assessment site');
    session.press(`${stack.publicUrl}\r`);
    const address = await session.showsLine('Open ');
    expect(await browser.confirm(address, admin)).toBe('The device is connected');
    expect(await session.ended).toBe(0);
    const { platformUrl: service, publicUrl } = stack;
    expect(await cli.json('whoami', '--profile', 'fresh')).toMatchObject({
      email: 'ada@example.com',
      organization: 'Acme MSP',
      organizationId: admin.orgId,
      service,
      profile: 'fresh',
    });
    const { profiles } = JSON.parse(cli.read('.config/governance/config.json')) as { profiles: object };
    expect(profiles).toMatchObject({ fresh: { apiUrl: service, publicUrl } });
    await shown('logout', '--profile', 'fresh');
  });

  it('creates a credential, with a second factor in the middle of the command', async () => {
    await stack.management.requireSecondFactor(admin, 300);
    // The policy is in the next token: this one has ended.
    const kept = JSON.parse(cli.read(tokens)) as object;
    cli.write(tokens, JSON.stringify({ ...kept, expiresAt: 0 }));
    const create = ['credentials', 'create', '--name', 'Nightly export', '--secret-file', 'secret'];
    const output = await signedIn(...create);
    expect(output).toContain('Your organization asks for a recent second factor');
    const [created] = (await cli.json('credentials', 'list')) as { id: string; client_id: string }[];
    credential = { id: created?.id ?? '', clientId: created?.client_id ?? '' };
    expect(output).toContain(credential.id);
    expect(output).not.toContain(cli.read('secret').trim());
  });

  it('gets a token with its secret', async () => {
    expect(decodeJwt(await machineToken('secret'))).toMatchObject({ sub: credential.clientId });
  });

  it('rotates it: both secrets work, until the old one is ended', async () => {
    await shown('credentials', 'rotate', credential.id, '--overlap', '3600', '--secret-file', 'secret.new');
    const subjects = [
      decodeJwt(await machineToken('secret')).sub,
      decodeJwt(await machineToken('secret.new')).sub,
    ];
    expect(subjects).toEqual([credential.clientId, credential.clientId]);
    await shown('credentials', 'revoke', credential.id, '--previous', '--yes');
    const old = await cli.run([
      'token',
      '--client-id',
      credential.clientId,
      '--client-secret-file',
      'secret',
    ]);
    expect(old).toMatchObject({ code: 3, stdout: '' });
  });

  it('revokes it after a question, and not after another answer than yes', async () => {
    for (const [answer, code, left] of [['n', 2, 1] as const, ['y', 0, 0] as const]) {
      const revoking = open('credentials', 'revoke', credential.id);
      await revoking.shows('Revoke this credential at once?');
      revoking.press(`${answer}\r`);
      expect(await revoking.ended).toBe(code);
      expect(await cli.json('credentials', 'list')).toHaveLength(left);
    }
  });

  it('invites a person who accepts, and makes them a viewer', async () => {
    await shown('invitations', 'send', 'hedy@example.com', '--role', 'account-admin');
    const { text } = await stack.inbox.waitForMail('hedy@example.com');
    const [link = ''] = /http\S+\/invitations\/\S+/.exec(text) ?? [];
    expect(await browser.join(link)).toBe('You have joined Acme MSP');
    const members = (await cli.json('members', 'list')) as readonly Listed[];
    const invited = members.find(({ email }) => email === 'hedy@example.com')?.id ?? '';
    await shown('members', 'role', invited, 'viewer');
    expect(await cli.json('members', 'list')).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: invited, role: 'viewer' })]),
    );
  });

  it('exports the audit events with their proof, and verifies it', async () => {
    await stack.sealAudit(admin.orgId);
    await recorded('audit', 'export', '--proof', '--file', 'proof.jsonl');
    expect(await recorded('audit', 'verify', 'proof.jsonl')).toMatch(/^genuine +true/m);
  });

  it('asks the questions of an assessment, and continues when it was interrupted', async () => {
    const args = ['assess', '--email', 'joan@example.com'];
    const first = open(...args);
    await first.shows('Whom is the assessment about?');
    first.press('\r');
    await first.shows('1/');
    for (const hint of ['Domain 1 of 8: ', 'Required control: a launch requires', 'Evidence: '])
      expect(first.output).toContain(hint);
    const [, count = ''] = /1\/(\d+) /.exec(first.output) ?? [];
    first.press('\r');
    await first.shows(`2/${count}`);
    // Down twice: "Mostly".
    first.press('\u001b[B\u001b[B\r');
    await first.shows(`3/${count}`);
    // Up from the first choice is the last one: back. There, down from the earlier answer is "Yes".
    first.press('\u001b[A\r');
    await first.shows(`2/${count}`, first.output.lastIndexOf(`3/${count}`));
    first.press('\u001b[B\r');
    await first.shows(`3/${count}`, first.output.lastIndexOf(`2/${count}`));
    first.press('\u0003');
    expect(await first.ended).toBe(130);
    expect((statSync(cli.path(draft)).mode & 0o777).toString(8)).toBe('600');
    const kept = JSON.parse(cli.read(draft)) as { readonly answers: Record<string, number> };
    expect(Object.values(kept.answers)).toEqual([0, 3]);
    cli.write('earlier.json', cli.read(draft));

    const second = open(...args);
    await second.shows(`Continuing: 2 of ${count} questions are answered`);
    for (let question = 3; question <= Number(count); question += 1) {
      await second.shows(`${question}/${count}`);
      second.press('\r');
    }
    expect(await second.ended).toBe(0);
    expect(second.output).toContain('If this does not apply: Answer Yes when');
    expect(second.output).toMatch(/\d+\/100, Critical/);
    expect(existsSync(cli.path(draft))).toBe(false);
  });

  it('plans a launch', async () => {
    const { questions } = (await (await fetch(`${stack.publicUrl}/assessment.json`)).json()) as {
      readonly questions: readonly { readonly id: string; readonly modes: readonly string[] }[];
    };
    const asked = questions.filter(({ modes }) => modes.includes('msp-self'));
    cli.write('answers.csv', asked.map(({ id }) => `${id},1\n`).join(''));
    expect(await shown('plan', '--answers', 'answers.csv')).toMatch(/After .+ person-days: \d+\/100/);
  });

  it('verifies the PDF that the assessor received', async () => {
    const { attachments } = await stack.inbox.waitForMail('joan@example.com');
    const pdf = attachments.find(({ filename }) => filename.endsWith('.pdf'))?.content;
    cli.write('certificate.pdf', pdf ?? '');
    expect(await shown('verify', 'certificate.pdf')).toMatch(/^genuine +true/m);
  });

  it('is recorded in docs/cli.md', () => {
    expect(shownRecording(page, recording)).toBe(recording.text);
    expect(recording.text.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
  });
});
