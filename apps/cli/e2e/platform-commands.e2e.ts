import { given } from '@governance/testing';
import { publishedRubrics } from '@governance/rubric';
import { decodeJwt } from 'jose';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { CommandLine } from './support/command-line';
import { installedCli } from './support/packages';
import { type RunningCommand } from './support/running-command';
import { SignInBrowser } from './support/sign-in-browser';
import { sharedStack } from './support/stack';
import { type TestAdmin } from './support/test-admin';

const tokens = '.config/governance/tokens/default.json';

interface Listed {
  readonly id: string;
  readonly name: string;
}

/** In the order of a user's work: each test continues where the one before it ended. */
describe('governance, on the platform surface', () => {
  const stack = given(sharedStack);
  let cli: CommandLine;
  let browser: SignInBrowser;
  let admin: TestAdmin;
  let credential: { readonly id: string; readonly clientId: string };

  beforeAll(async () => {
    cli = new CommandLine((await installedCli()).program);
    browser = await SignInBrowser.open();
    admin = await stack.management.addAdmin();
  });
  afterAll(async () => {
    await browser.close();
    cli.remove();
  });

  /** Does in the browser what the command asks for. */
  async function confirm(command: RunningCommand): Promise<void> {
    const [, address = ''] = await command.says(/^Open (http\S+)$/m);
    await command.says(/shows the code [A-Z]{4}-[A-Z]{4}/);
    expect(await browser.confirm(address, admin)).toBe('The device is connected');
  }

  const modeOf = (file: string): string => (statSync(cli.path(file)).mode & 0o777).toString(8);
  const machineToken = (secret: string): ReturnType<CommandLine['run']> =>
    cli.run(['token', '--client-id', credential.clientId, '--client-secret-file', '-'], { stdin: secret });

  it('signs in by device code, and keeps tokens and addresses for their owner alone', async () => {
    const { platformUrl, publicUrl } = stack;
    const addresses = ['--api-url', platformUrl, '--public-url', publicUrl];
    const login = cli.start(['login', '--no-browser', ...addresses]);
    await confirm(login);
    const { code, stdout, stderr } = await login.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain(`Signed in as ${admin.email}`);
    expect([modeOf(tokens), modeOf('.config/governance/config.json')]).toEqual(['600', '600']);
    expect(readdirSync(cli.path('.config/governance/tokens'))).toEqual(['default.json']);
  });

  it('knows who is signed in, and finds everything in order', async () => {
    expect(await cli.json('whoami')).toMatchObject({ sub: admin.userId, email: admin.email });
    const findings = (await cli.json('doctor')) as readonly { readonly ok: boolean }[];
    expect(findings).toHaveLength(5);
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
  });

  it('creates a credential after a new sign-in with a second factor, and writes its secret to a private file', async () => {
    await stack.management.requireSecondFactor(admin, 300);
    // The policy is in the next token: this one has ended.
    const kept = JSON.parse(cli.read(tokens)) as object;
    cli.write(tokens, JSON.stringify({ ...kept, expiresAt: 0 }));
    const options = ['--name', 'Nightly export', '--secret-file', 'secret', '--output', 'json'];
    const creating = cli.start(['credentials', 'create', ...options, '--no-browser']);
    await creating.says(/asks for a recent second factor/);
    await confirm(creating);
    const { code, stdout, stderr } = await creating.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) as string });
    const secret = cli.read('secret').trim();
    expect(secret).toMatch(/^gmc_/);
    expect(modeOf('secret')).toBe('600');
    expect(stdout + stderr).not.toContain(secret);
    const { id, client_id: clientId } = JSON.parse(stdout) as { id: string; client_id: string };
    credential = { id, clientId };
  });

  it('gets a token with it, which other commands use', async () => {
    const { code, stdout } = await machineToken(cli.read('secret'));
    expect(code).toBe(0);
    expect(decodeJwt(stdout.trim()).sub).toBe(credential.clientId);
    const { stdout: who } = await cli.run(['whoami', '--output', 'csv'], {
      env: { GOVERNANCE_TOKEN: stdout.trim() },
    });
    expect(who).toContain(`sub,${credential.clientId}\r\n`);
  });

  it('rotates it with an overlap, and ends the old secret', async () => {
    const into = ['--secret-stdin-of', `cat > '${cli.path('next')}'`];
    const rotated = await cli.run(['credentials', 'rotate', credential.id, '--overlap', '3600', ...into]);
    expect(rotated).toMatchObject({ code: 0, stderr: '' });
    const [old, next] = [cli.read('secret'), cli.read('next')];
    expect(rotated.stdout).not.toContain(next.trim());
    expect([(await machineToken(old)).code, (await machineToken(next)).code]).toEqual([0, 0]);
    const { code } = await cli.run(['credentials', 'revoke', credential.id, '--previous', '--yes']);
    expect(code).toBe(0);
    const refused = await machineToken(old);
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(refused.stderr).toContain('invalid_client');
    expect(refused.stderr).not.toContain(old.trim());
    expect((await machineToken(next)).code).toBe(0);
  });

  it('renames, lists and revokes it', async () => {
    await cli.json('credentials', 'rename', credential.id, 'Hourly, "fast"');
    const { stdout } = await cli.run(['credentials', 'list', '--output', 'csv']);
    expect(stdout.split('\r\n')[1]).toContain(`${credential.id},"Hourly, ""fast""",client_secret`);
    const unconfirmed = await cli.run(['credentials', 'revoke', credential.id]);
    expect(unconfirmed).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') as unknown });
    expect(await cli.run(['credentials', 'revoke', credential.id, '--yes'])).toMatchObject({ code: 0 });
    expect(await cli.json('credentials', 'list')).toEqual([]);
    expect((await machineToken(cli.read('next'))).code).toBe(3);
  });

  it('invites a person, takes the invitation back, and lists the members', async () => {
    const sent = (await cli.json('invitations', 'send', 'marie@example.com', '--role', 'viewer')) as Listed;
    expect(await cli.json('invitations', 'list')).toEqual([
      expect.objectContaining({ id: sent.id, status: 'pending' }),
    ]);
    expect(await cli.run(['invitations', 'revoke', sent.id, '--yes'])).toMatchObject({ code: 0 });
    expect(await cli.json('members', 'list')).toEqual([
      expect.objectContaining({ email: admin.email, role: 'account-admin' }),
    ]);
  });

  it('changes the profile', async () => {
    await cli.json('profile', 'set', '--display-name', 'Ada L.');
    expect(await cli.json('profile', 'get')).toMatchObject({ display_name: 'Ada L.' });
  });

  it('lists connections, domains and service identities', async () => {
    const challenge = (await cli.json('domains', 'add', 'acme.example')) as { challenge: { value: string } };
    const { stdout } = await cli.run(['domains', 'list']);
    expect(stdout).toContain(challenge.challenge.value);
    expect(await cli.run(['domains', 'remove', 'acme.example', '--yes'])).toMatchObject({ code: 0 });
    expect(await cli.json('connections', 'list')).toBeInstanceOf(Array);
    expect(await cli.json('identities', 'list')).toBeInstanceOf(Array);
  });

  it('creates a trust rule, tries a token with it, and removes it', async () => {
    const workload = ['--preset', 'oidc', '--issuer', 'https://id.acme.example', '--subject', 'batch-7'];
    const more = ['--claim', 'team = platform', '--permission', 'm2m:credentials:read'];
    const create = ['trust-rules', 'create', '--name', 'Batch'];
    const created = (await cli.json(...create, ...workload, ...more)) as Listed;
    const shown = (await cli.json('trust-rules', 'show', created.id)) as { readonly conditions: unknown };
    expect(shown.conditions).toEqual([{ claim: ['team'], one_of: ['platform'] }]);
    expect(await cli.json('trust-rules', 'list')).toEqual([expect.objectContaining({ id: created.id })]);
    const trying = ['trust-rules', 'try', created.id, '--token-file', '-'];
    const tried = await cli.run(trying, { stdin: 'e30.e30.c2ln\n' });
    // Nothing answers at the issuer, so its keys are not known.
    expect(tried).toMatchObject({
      code: 6,
      stdout: expect.stringMatching(/^team +not checked$/m) as unknown,
    });
    expect(await cli.run(['trust-rules', 'remove', created.id, '--yes'])).toMatchObject({ code: 0 });
    expect(await cli.json('trust-rules', 'list')).toEqual([]);
  });

  it('creates, finds, imports, exports and deletes clients', async () => {
    const details = ['--contact-email', 'eva@globex.example', '--reference', 'CW-1', '--tag', 'Gold'];
    const created = (await cli.json('clients', 'create', '--name', 'Globex Ltd', ...details)) as Listed;
    expect(await cli.json('clients', 'show', created.id)).toMatchObject({ tags: ['gold'] });
    await cli.json('clients', 'update', created.id, '--archived', 'true', '--contact-email', '');
    const found = await cli.json('clients', 'list', '--search', 'globex', '--archived', 'true');
    expect(found).toEqual([expect.objectContaining({ id: created.id, contact_email: null })]);
    expect(await cli.run(['clients', 'export', '--file', 'clients.csv'])).toMatchObject({ code: 0 });
    const again = await cli.run(['clients', 'import', 'clients.csv']);
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('1 unchanged') as unknown });
    cli.write('more.csv', 'name,contact_email\nHooli,\nInitech,nonsense\n');
    const refused = await cli.run(['clients', 'import', 'more.csv']);
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringMatching(/^3 +refused/m) as unknown });
    const listed = (await cli.json('clients', 'list')) as Listed[];
    expect(listed.map(({ name }) => name).toSorted()).toEqual(['Globex Ltd', 'Hooli']);
    for (const { id } of listed)
      expect(await cli.run(['clients', 'delete', id, '--yes'])).toMatchObject({ code: 0 });
  });

  it('attaches results at submission and later, lists and exports them, and detaches one', async () => {
    const questions = publishedRubrics.current.questionsOf('msp-self');
    cli.write('answers.json', JSON.stringify(Object.fromEntries(questions.map(({ id }) => [id, 2]))));
    const assess = ['assess', '--answers', 'answers.json', '--output', 'json'];
    const first = await cli.run([...assess, '--attach']);
    const { id } = JSON.parse(first.stdout) as { readonly id: string };
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining(`Attached ${id}`) as unknown });
    const second = JSON.parse((await cli.run(assess)).stdout) as { id: string; resultUrl: string };
    const attach = ['results', 'attach', '--capability-file', '-', '--output', 'json'];
    const attached = await cli.run(attach, { stdin: `${second.resultUrl}\n` });
    expect(JSON.parse(attached.stdout)).toMatchObject({
      id: second.id,
      overall_score: expect.any(Number) as unknown,
    });
    const ids = async (...filter: string[]): Promise<string[]> =>
      ((await cli.json('results', 'list', ...filter)) as readonly Listed[]).map((result) => result.id);
    expect(await ids('--mode', 'msp-self')).toEqual([second.id, id]);
    expect(await ids('--limit', '1')).toEqual([second.id]);
    expect(await ids('--client', 'acme')).toEqual([]);
    await cli.run(['results', 'export', '--file', 'results.csv']);
    expect([modeOf('results.csv'), cli.read('results.csv').split('\r\n')[1]]).toEqual([
      '600',
      expect.stringContaining(second.id),
    ]);
    const guessed = await cli.run(attach, { stdin: id });
    expect(guessed).toMatchObject({ code: 4, stderr: expect.stringContaining('no such result') as unknown });
    expect(await cli.run(['results', 'detach', id])).toMatchObject({ code: 2 });
    expect(await cli.run(['results', 'detach', id, '--yes'])).toMatchObject({ code: 0 });
    expect(await ids()).toEqual([second.id]);
  });

  it('exports the audit events, and a proof that it can check and that shows a change', async () => {
    const events = (await cli.json('audit', 'list', '--limit', '3')) as readonly object[];
    expect(events).toHaveLength(3);
    const { stdout } = await cli.run(['audit', 'export', '--operation', 'm2m-credentials:create']);
    expect(stdout.trim().split('\n').length).toBeGreaterThanOrEqual(1);
    expect(stdout).toContain(credential.id);
    await stack.sealAudit(admin.orgId);
    await cli.run(['audit', 'export', '--proof', '--file', 'proof.jsonl']);
    expect(modeOf('proof.jsonl')).toBe('600');
    const verified = await cli.run(['audit', 'verify', 'proof.jsonl']);
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('genuine') as unknown });
    cli.write(
      'tampered.jsonl',
      cli.read('proof.jsonl').replace('m2m-credentials:create', 'm2m-credentials:rename'),
    );
    const tampered = await cli.run(['audit', 'verify', 'tampered.jsonl']);
    expect(tampered).toMatchObject({ code: 1, stderr: expect.stringContaining('TAMPERED') as unknown });
  });

  it('exports the proof of what is new since an earlier one, which checks with that one', async () => {
    await cli.run(['credentials', 'rename', credential.id, 'Since then']);
    await stack.sealAudit(admin.orgId);
    await cli.run(['audit', 'export', '--proof', '--since', 'proof.jsonl', '--file', 'later.jsonl']);
    expect(cli.read('later.jsonl')).not.toContain('m2m-credentials:create');
    expect(cli.read('later.jsonl')).toContain('m2m-credentials:rename');
    const verify = ['audit', 'verify', 'later.jsonl', '--org', admin.orgId, '--max-age', '1'];
    expect(await cli.run([...verify, '--since', 'proof.jsonl'])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Checked \d+ events of org_\S+ after the first \d+ /m) as unknown,
    });
    expect(await cli.run(verify)).toMatchObject({ code: 6 });
  });

  it('says what the service refused, with the request id', async () => {
    const unknown = await cli.run(['credentials', 'revoke', '00000000-0000-4000-8000-000000000000', '--yes']);
    expect(unknown.code).toBe(4);
    expect(unknown.stderr).toMatch(/^error: .+ \(404 not_found, request [\w.-]+\)\n$/);
  });

  it('refuses invalid input before it calls the service', async () => {
    for (const args of [
      ['credentials', 'create'],
      ['credentials', 'rotate', 'id', '--overlap', 'soon'],
      ['credentials', 'create', '--name', 'x', '--public-key', 'nothing.pem'],
      ['credentials', 'create', '--name', 'x', '--secret-file', 'secret'],
      ['whoami', '--output', 'yaml'],
      ['whoami', '--profile', '../escape'],
      ['whoami', '--api-url', 'example'],
      ['completion', 'tcsh'],
    ]) {
      const { code, stdout, stderr } = await cli.run(args);
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
      expect(stderr).toMatch(/^error: /);
    }
  });

  it('says that a service does not answer', async () => {
    const { code, stderr } = await cli.run(['whoami', '--api-url', 'http://127.0.0.1:9'], {
      env: { GOVERNANCE_TOKEN: 'token' },
    });
    expect(code).toBe(5);
    expect(stderr).toContain('http://127.0.0.1:9 could not be reached');
  });

  it('ends a sign-in at Ctrl-C', async () => {
    const login = cli.start(['login', '--no-browser', '--profile', 'other', '--api-url', stack.platformUrl]);
    await login.says(/shows the code/);
    login.child.kill('SIGINT');
    expect(await login.ended).toMatchObject({ code: 130 });
    expect(existsSync(cli.path('.config/governance/tokens/other.json'))).toBe(false);
  });

  it('revokes the session at sign-out', async () => {
    const kept = JSON.parse(cli.read(tokens)) as object;
    expect(await cli.run(['logout'])).toMatchObject({
      code: 0,
      stderr: `Signed out of ${stack.platformUrl}\n`,
    });
    expect(existsSync(cli.path(tokens))).toBe(false);
    expect(await cli.run(['whoami'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('governance login') as unknown,
    });
    cli.write(tokens, JSON.stringify({ ...kept, expiresAt: 0 }));
    const revoked = await cli.run(['whoami']);
    expect(revoked.code).toBe(3);
    expect(revoked.stderr).toContain('invalid_grant');
  });
});
