import { until } from '@governance/testing';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { bundledProgram } from '../spec/support/bundled-program';
import { fakePrograms, fakeService } from '../spec/support/fake-programs';
import { StackWorkspace } from '../spec/support/stack-workspace';

describe('the development stack', () => {
  const bundle = bundledProgram('main');
  let root: string | undefined;
  let place: StackWorkspace;
  let env: StackWorkspace['env'];

  beforeEach(async () => {
    place = await StackWorkspace.make(root);
    ({ root, env } = place);
    // Only database specs need a database.
    env.DATABASE_URL = 'postgresql://user@127.0.0.1:1/elsewhere';
    place.write('tools/dev-stack/main.js', bundle);
    for (const [name, text] of Object.entries(fakePrograms)) place.write(name, text);
  });

  afterEach(() => place.remove());

  it('starts everything, writes the addresses, and leaves no process', async () => {
    delete env.DATABASE_URL;
    const stack = await place.start();
    const mailbox = `127.0.0.1:${env.MAILBOX_PORT ?? ''}`;
    expect(place.description()).toMatchObject({
      publicUrl: place.local('PUBLIC_PORT'),
      platformUrl: place.local('PLATFORM_PORT'),
      issuer: place.local('IDENTITY_PORT'),
      machineIssuer: place.local('IDENTITY_PORT'),
      tokenEndpoint: place.local('IDENTITY_PORT', '/token'),
      claimsNamespace: 'https://governance.example/claims/',
      databaseUrl: expect.stringMatching(/^postgresql:\/\/\w+:\w+@127\.0\.0\.1:\d+\/postgres$/) as unknown,
      identity: {
        managementUrl: place.local('IDENTITY_PORT', '/management'),
        managementToken: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      },
      upstream: { issuer: `http://127.0.0.1:${env.UPSTREAM_PORT ?? ''}` },
      witnesses: (['FIRST_WITNESS_PORT', 'SECOND_WITNESS_PORT'] as const).map((port, index) => ({
        url: place.local(port),
        verifierKey: expect.stringMatching(`^localhost/witness-${index + 1}\\+[0-9a-f]{8}\\+B`) as unknown,
      })),
      mailbox: {
        url: `http://${mailbox}`,
        api: `http://${mailbox}/api/messages`,
        smtp: `smtp://127.0.0.1:${env.SMTP_PORT ?? ''}`,
      },
    });
    expect(statSync(place.dev('stack.json')).mode & 0o777).toBe(0o600);
    expect(place.read('sample-assessment.json')).toMatchObject({
      mode: 'msp-self',
      submitterEmail: 'assessor@example.com',
    });
    const names = ['public', 'public worker', 'identity', 'platform', 'platform worker'];
    expect(Object.keys(place.description().managementPorts).toSorted()).toEqual(names.toSorted());
    expect(place.read('operators.json')).toMatchObject({
      keys: { KEYRING_FILE: place.dev('keyring.json') },
      org: { IDENTITY_MANAGEMENT_URL: place.local('IDENTITY_PORT', '/management') },
    });
    expect(statSync(place.dev('operators.json')).mode & 0o777).toBe(0o600);
    const shown = stack.output();
    for (const { email, password } of place.description().users)
      expect(shown).toContain(email.padEnd(23) + password);
    expect(shown).toContain('npm run -s dev:code -- --user admin@acme.example');
    expect(shown.slice(shown.indexOf('  Start as\n')).trimEnd().split('\n')).toEqual([
      '  Start as',
      `  owner           ${place.local('PUBLIC_PORT', '/assessment')}: answer the questions, then read the mailbox`,
      `  admin           ${place.local('PLATFORM_PORT', '/console')}: sign in as admin@acme.example`,
      expect.stringMatching(
        /^ {2}machine {9}curl \S+\/token -d grant_type=client_credentials -u client of \S+:gmc$/,
      ),
    ]);
    await place.stop(stack);
    expect(place.leftProcesses()).toEqual([]);
    for (const file of ['stack.json', 'operators.json', 'processes.json'])
      expect(existsSync(place.dev(file))).toBe(false);
  });

  it('gives every program its settings, and none the secrets of another', async () => {
    await place.start();
    const { databaseUrl, publicUrl, platformUrl, issuer, identity, upstream, mailbox, witnesses } =
      place.description();
    const environmentOf = async (url: string) =>
      (await (await fetch(`${url}/env`)).json()) as Record<string, string>;
    const common = { ENVIRONMENT: 'development', DATABASE_URL: databaseUrl };
    const surface = {
      ...common,
      KEYRING_FILE: place.dev('keyring.json'),
      SMTP_URL: mailbox.smtp,
      OIDC_ISSUER: issuer,
      PLATFORM_BASE_URL: platformUrl,
      SITE_COOKIE_DOMAIN: 'localhost',
    };
    const publicSettings = await environmentOf(publicUrl);
    expect(publicSettings).toMatchObject(surface);
    expect(Object.values(publicSettings)).not.toContain(identity.managementToken);
    expect(publicSettings).not.toHaveProperty('ISSUER_KEYS_FILE');
    expect(await environmentOf(platformUrl)).toMatchObject({
      ...surface,
      IDENTITY_PROVIDER: 'embedded',
      IDENTITY_MANAGEMENT_URL: identity.managementUrl,
      IDENTITY_MANAGEMENT_TOKEN: identity.managementToken,
      DOCS_CLIENT_ID: 'docs',
    });
    expect(await environmentOf(issuer)).toMatchObject({
      ...common,
      ISSUER: issuer,
      API_URL: platformUrl,
      CLAIMS_NAMESPACE: 'https://governance.example/claims/',
      KEYRING_FILE: place.dev('identity-keyring.json'),
      MANAGEMENT_TOKEN: identity.managementToken,
      DOCS_REDIRECT_URIS: `${platformUrl}/docs/oauth2-redirect.html`,
      CONSOLE_REDIRECT_URIS: `${platformUrl}/console/callback`,
    });
    const [first, second] = await Promise.all(witnesses.map(({ url }) => environmentOf(url)));
    expect(first).toMatchObject({
      WITNESS_NAME: 'localhost/witness-1',
      KEY_FILE: place.dev('witnesses/witness-1.pem'),
      STATE_FILE: place.dev('witnesses/witness-1.sqlite'),
      LOGS_FILE: place.dev('witnesses/logs.txt'),
    });
    expect(second).toMatchObject({ KEY_FILE: place.dev('witnesses/witness-2.pem') });
    expect(first).not.toHaveProperty('KEYRING_FILE');
    const upstreamSettings = await environmentOf(upstream.issuer);
    expect(upstreamSettings).toMatchObject({ UPSTREAM_FILE: place.dev('upstream.json') });
    expect(Object.values(upstreamSettings)).not.toContain(identity.managementToken);
    expect(upstreamSettings).not.toHaveProperty('KEYRING_FILE');
    expect(statSync(place.dev('upstream.json')).mode & 0o777).toBe(0o600);
  });

  it('writes its accounts to a file that only its owner can read', async () => {
    await place.start();
    const { users, clients } = place.description();
    const acme = { id: 'org_acme', name: 'Acme MSP' };
    const globex = { id: 'org_globex', name: 'Globex MSP' };
    expect(users.map(({ email, role, organization }) => [email, role, organization])).toEqual([
      ['admin@acme.example', 'account-admin', acme],
      ['viewer@acme.example', 'viewer', acme],
      ['engineer@acme.example', 'client-manager', acme],
      ['admin@globex.example', 'account-admin', globex],
      ['viewer@globex.example', 'viewer', globex],
    ]);
    expect(clients).toEqual(
      [acme, globex].map((organization) => {
        const credential_id = `of admin@${organization.id.slice(4)}.example`;
        const machine = { credential_id, client_id: `client ${credential_id}`, client_secret: 'gmc' };
        return { organization, name: 'machine', ...machine };
      }),
    );
    expect(statSync(place.dev('secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('reports the error if users cannot be added', async () => {
    place.write(
      'apps/identity-provider/main.js',
      fakeService('PORT', '/health', `return json(409, { error: 'conflict' });`),
    );
    const output = await place.fail();
    expect(output).toMatch(/\/organizations\/org_\w+ answered 409: {"error":"conflict"}/);
    expect(place.leftProcesses()).toEqual([]);
  });

  it('ends the identity provider after the programs that use it', async () => {
    place.write(
      'apps/platform-api/worker.js',
      `${fakeService('MANAGEMENT_PORT', '/health/ready')}
       const finish = () => { console.error('the worker has finished'); process.exit(0); };
       process.removeAllListeners('SIGTERM').on('SIGTERM', () => setTimeout(finish, 200));`,
    );
    place.write(
      'apps/identity-provider/main.js',
      `${fakePrograms['apps/identity-provider/main.js'] ?? ''}
       process.prependListener('SIGTERM', () => console.error('the provider is to end'));`,
    );
    const stack = await place.start();
    await place.stop(stack);
    expect(stack.output()).toMatch(/the worker has finished[^]*the provider is to end/);
  });

  it('shows output of the programs only after everything runs', async () => {
    place.write(
      'apps/platform-api/worker.js',
      `${fakeService('MANAGEMENT_PORT', '/health/ready')}
       const say = (msg, ago) => console.log(JSON.stringify({ level: 'info', time: new Date(Date.now() - ago), msg }));
       setInterval(() => { say('said long ago', 60_000); say('said now', 0); }, 20);`,
    );
    const stack = await place.start();
    await until(() => stack.output().includes('platform worker │ said now'));
    expect(stack.output()).not.toContain('said long ago');
  });

  it('refuses a second start while one runs', async () => {
    await place.start();
    const output = await place.fail();
    expect(output).toContain('The stack is already running');
    expect((await fetch(place.description().publicUrl)).status).toBe(404);
  });

  it('reports which program died, with its last output, and stops everything', async () => {
    const stack = await place.start();
    await fetch(`${place.description().platformUrl}/die`).catch(() => undefined);
    expect(await stack.exit).toEqual([1, null]);
    expect(stack.output()).toMatch(/platform ended \(exit code 3\)\. Its last output:\n\n.*requested to die/);
    expect(place.leftProcesses()).toEqual([]);
  });

  it('reports which program did not start, and stops everything', async () => {
    place.write('apps/public-api/worker.js', `throw new Error('no browser here')`);
    const output = await place.fail();
    expect(output).toMatch(/public worker ended \(exit code 1\)[^]*no browser here/);
    expect(place.leftProcesses()).toEqual([]);
    expect(existsSync(place.dev('stack.json'))).toBe(false);
  });

  it('starts no further programs while it stops', async () => {
    place.write('apps/public-api/worker.js', `throw new Error('no browser here')`);
    // Answers only after SIGTERM, while dependent programs wait for it.
    place.write(
      'apps/identity-provider/main.js',
      `process.on('SIGTERM', () => {
         ${fakeService('PORT', '/health')}
         process.removeAllListeners('SIGTERM');
         setTimeout(() => process.exit(0), 500);
       });
       setInterval(() => {}, 1000);`,
    );
    await place.fail();
    expect(place.leftProcesses()).toEqual([]);
  });

  it('recovers after it was killed: the data is kept, and no program runs twice', async () => {
    delete env.DATABASE_URL;
    const killed = await place.start();
    const before = place.description();
    killed.process.kill('SIGKILL');
    await killed.exit;
    expect(place.leftProcesses().length).toBeGreaterThanOrEqual(6);
    const stack = await place.start();
    expect({ ...place.description(), managementPorts: {} }).toEqual({ ...before, managementPorts: {} });
    await place.stop(stack);
    expect(place.leftProcesses()).toEqual([]);
  });

  it('stops when the script that started it is killed', async () => {
    const launcher = 'dist/tools/build/run-built.mjs';
    place.write(
      'tools/build/run-built.mjs',
      `import { spawn } from 'node:child_process';
       spawn(process.execPath, ['dist/tools/dev-stack/main.js'], { stdio: 'inherit' });`,
    );
    const stack = await place.running(place.launchScript(launcher));
    stack.process.kill('SIGKILL');
    // Its last descendant closes its output.
    await stack.exit;
    expect(stack.output()).toContain('The command that started the stack has ended.');
    expect(place.leftProcesses()).toEqual([]);
  });

  it('starts with empty data with --fresh', async () => {
    delete env.DATABASE_URL;
    await place.stop(await place.start());
    const before = [readFileSync(place.dev('postgres/password'), 'utf8'), place.read('secrets.json')];
    const witnessKey = readFileSync(place.dev('witnesses/witness-1.pem'), 'utf8');
    const keyFiles = ['keyring.json', 'issuer-keys.json', 'identity-keyring.json'];
    for (const keys of keyFiles) writeFileSync(place.dev(keys), 'old');
    await place.stop(await place.start('--fresh'));
    expect(readFileSync(place.dev('postgres/password'), 'utf8')).not.toBe(before[0]);
    expect(place.read('secrets.json')).not.toEqual(before[1]);
    expect(readFileSync(place.dev('witnesses/witness-1.pem'), 'utf8')).not.toBe(witnessKey);
    for (const keys of keyFiles) expect(readFileSync(place.dev(keys), 'utf8')).toBe('init');
  });

  it('never empties a database that is not its own', async () => {
    const output = await place.fail('--fresh');
    expect(output).toContain('--fresh does not empty the database of DATABASE_URL');
  });

  it('uses the database of DATABASE_URL', async () => {
    await place.start();
    expect(place.description().databaseUrl).toBe('postgresql://user@127.0.0.1:1/elsewhere');
    expect(existsSync(place.dev('postgres'))).toBe(false);
  });

  it('starts no program if a port is in use', async () => {
    delete env.DATABASE_URL;
    env.SMTP_PORT = env.PUBLIC_PORT ?? '';
    const output = await place.fail();
    expect(output).toContain('SMTP_PORT');
    expect(existsSync(place.dev('postgres'))).toBe(false);
  });

  it('stops at once if interrupted while it starts', async () => {
    place.write('apps/public-api/migrate.js', `console.error('migrating'); setInterval(() => {}, 1000)`);
    const stack = place.launch();
    await until(() => stack.output().includes('migrating'));
    await place.stop(stack);
    expect(place.leftProcesses()).toEqual([]);
  });

  it('kills a program that does not stop on a second signal', async () => {
    place.write(
      'apps/public-api/worker.js',
      `${fakeService('MANAGEMENT_PORT', '/health/ready')} process.removeAllListeners('SIGTERM').on('SIGTERM', () => console.error('never'));`,
    );
    const stack = await place.start();
    stack.process.kill('SIGINT');
    await until(() => stack.output().includes('never'));
    const impatience = setInterval(() => stack.process.kill('SIGINT'), 100);
    expect(await stack.exit).toEqual([0, null]);
    clearInterval(impatience);
    expect(place.leftProcesses()).toEqual([]);
  });
});
