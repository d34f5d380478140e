import { callHttp, type HttpAnswer } from '@governance/testing';
import { decodeJwt } from 'jose';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type StackDescription } from '../src/stack-description';
import { bundledProgram, workspace } from './support/bundled-program';
import { type StartedStack, StackWorkspace } from './support/stack-workspace';

jest.setTimeout(180_000);

const admin = 'admin@acme.example';
const credentials = '/iam/m2m-credentials';

describe('the development stack with the programs that ship', () => {
  let place: StackWorkspace;
  let stack: StartedStack;
  let description: StackDescription;

  async function tokenOf(email: string, ...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await place.run('dev-token', '--user', email, ...args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^[\w.-]+\n$/);
    return stdout.trim();
  }

  function call(token: string, path: string, init: RequestInit = {}): Promise<HttpAnswer> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return callHttp(description.platformUrl + path, { ...init, headers });
  }

  async function machineToken({ client_id, client_secret }: StackDescription['clients'][number]) {
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    const body = new URLSearchParams(form);
    const answer = await callHttp(description.tokenEndpoint, { method: 'POST', body });
    expect(answer.status).toBe(200);
    return String(answer.body.access_token);
  }

  async function start(): Promise<void> {
    stack = await place.start();
    description = place.description();
  }

  beforeAll(async () => {
    place = await StackWorkspace.make();
    for (const name of ['main', 'dev-token', 'demo-platform'])
      place.write(`tools/dev-stack/${name}.js`, bundledProgram(name));
    for (const built of ['apps', 'tools/identity-provider'])
      symlinkSync(join(workspace, 'dist', built), join(place.root, 'dist', built));
    await start();
  });
  afterAll(() => place.remove());

  it('answers everybody that it names', async () => {
    const expected = { 'account-admin': 6, viewer: 3 };
    expect(description.users).toHaveLength(4);
    for (const { email, role } of description.users) {
      const { status, body } = await call(await tokenOf(email), '/self/me');
      expect(status).toBe(200);
      expect(body.permissions).toHaveLength(expected[role as keyof typeof expected]);
    }
  });

  it('gives every machine that it names a token, which is taken', async () => {
    expect(description.clients.map(({ organization }) => organization.id)).toEqual([
      'org_acme',
      'org_globex',
    ]);
    for (const client of description.clients) {
      const { status, body } = await call(await machineToken(client), credentials);
      expect(status).toBe(200);
      expect(body.credentials).toMatchObject([
        { id: client.credential_id, client_id: client.client_id, org_id: client.organization.id },
      ]);
    }
  });

  it('asks for a recent second factor in the one organization, and not in the other', async () => {
    const body = JSON.stringify({ name: '', type: 'client_secret' });
    const createAs = async (email: string) =>
      (await call(await tokenOf(email, '--mfa-at', 'none'), credentials, { method: 'POST', body })).status;
    expect([await createAs(admin), await createAs('admin@globex.example')]).toEqual([403, 400]);
  });

  it('takes an administrator from the sign-in in a browser to a machine that calls, and back (demo:platform)', async () => {
    const asTheyAre = async (): Promise<unknown[]> => {
      const token = await tokenOf(admin);
      const profile = (await call(token, '/self/profile')).body;
      const listed = (await call(token, credentials)).body.credentials as { readonly id: string }[];
      return [
        listed.map(({ id }) => id),
        { ...profile, updated_at: undefined },
        decodeJwt(token)[`${description.claimsNamespace}mfa_max_age`],
      ];
    };
    const before = await asTheyAre();
    const { code, stdout, stderr } = await place.run('demo-platform');
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('Signed out') as string]);
    const steps = [...stdout.matchAll(/✓ (.{26})(.*)/g)].map(([, what = '', result]) => [
      what.trim(),
      result,
    ]);
    expect(steps).toEqual([
      ['Device code', expect.stringContaining(`${description.issuer}/device`)],
      ['Signed in', expect.stringContaining(admin)],
      ['GET /self/me', '6 permissions'],
      ['PATCH /self/profile', expect.any(String)],
      ['npm run org -- policy', expect.stringContaining('a second factor of the last 10 seconds')],
      ['Refreshed the token', expect.any(String)],
      ['POST /iam/m2m-credentials', '403 step_up_required, max_age 10'],
      ['Stepped up', expect.any(String)],
      ['The same call again', expect.stringMatching(/^201, ./)],
      ['As that machine', expect.stringContaining('2 credentials')],
      ['Revoked', expect.any(String)],
      ['Signed out', expect.any(String)],
    ]);
    expect(await asTheyAre()).toEqual(before);
  });

  it('refuses what a development token was made wrong', async () => {
    const wrong = [
      ['--header', '{"alg":"none"}'],
      ['--claims', '{"aud":"https://elsewhere.example"}'],
      ['--expires-in', '-1'],
    ];
    for (const args of wrong) {
      expect((await call(await tokenOf(admin, ...args), '/self/me')).status).toBe(401);
    }
  });

  it('signs nothing outside development', async () => {
    place.env.ENVIRONMENT = 'staging';
    const { code, stdout, stderr } = await place.run('dev-token', '--user', admin);
    delete place.env.ENVIRONMENT;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Tokens are made by hand in development only.*\n$/);
  });

  it('is the same after a stop, which leaves no process', async () => {
    const before = description;
    await place.stop(stack);
    expect(place.leftProcesses()).toEqual([]);
    expect(existsSync(place.dev('stack.json'))).toBe(false);
    expect(await place.run('dev-token', '--user', admin)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Nothing is running. Start it with `npm start`, and wait until it is up.\n',
    });
    const demo = await place.run('demo-platform');
    expect([demo.code, demo.stdout]).toEqual([1, expect.stringContaining('nothing is running')]);
    await start();
    // The database of the stack is at another port each time.
    expect({ ...description, databaseUrl: '' }).toEqual({ ...before, databaseUrl: '' });
    for (const client of description.clients) {
      const { body } = await call(await machineToken(client), credentials);
      expect(body.credentials).toHaveLength(1);
    }
  });
});
