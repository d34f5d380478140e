import { permissionsOfRole } from '@governance/iam';
import { callJson, type HttpAnswer, type JsonRequest, openBrowser, runSql } from '@governance/testing';
import { decodeJwt } from 'jose';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser } from 'puppeteer';
import { askForToken } from '../../../apps/platform-api/e2e/machines/token-endpoint';
import { signInOnPages } from '../src/platform-demo/device-sign-in';
import { PagesInBrowser } from '../src/platform-demo/pages-in-browser';
import { type StackDescription } from '../src/stack-description';
import { ApiReference } from './support/api-reference';
import { bundledProgram, workspace } from './support/bundled-program';
import { CommandLineClient, type Tokens } from './support/command-line-client';
import { itHasNoDeadEnds } from './support/dead-ends';
import { itServesNewcomers } from './support/first-minute';
import { InvitationGateway, scan } from './support/invitation-gateway';
import { invitationWalks } from './support/invitation-walks';
import { InvitedPerson } from '../src/platform-demo/invited-person';
import { ReadmeSession, sessionLines, shellLines } from './support/readme-session';
import { type StartedStack, StackWorkspace, stepsOf } from './support/stack-workspace';

const admin = 'admin@acme.example';
const credentials = '/iam/m2m-credentials';

describe('the development stack with the programs that ship', () => {
  let place: StackWorkspace;
  let stack: StartedStack;
  let description: StackDescription;
  let incomplete: ReturnType<StackWorkspace['answersToIncomplete']>;

  async function tokenOf(email: string, ...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await place.run('dev-token', '--user', email, ...args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^[\w.-]+\n$/);
    return stdout.trim();
  }

  function call(token: string, path: string, request: JsonRequest = {}): Promise<HttpAnswer> {
    return callJson(description.platformUrl + path, { token, ...request });
  }

  function manage(method: string, path: string, body?: object): Promise<HttpAnswer> {
    const { managementUrl, managementToken: token } = description.identity;
    return callJson(`${managementUrl}/v1/${path}`, { method, token, body });
  }

  async function machineToken({ client_id: id, client_secret: secret }: StackDescription['clients'][number]) {
    const { status, body } = await askForToken(description.issuer, id, { secret });
    expect(status).toBe(200);
    return String(body.access_token);
  }

  /** Removes the credentials that the stack has not made: other tests expect it as it starts. */
  async function revokeUnlisted(): Promise<void> {
    const token = await tokenOf(admin);
    const listed = new Set(description.clients.map(({ credential_id }) => credential_id));
    const { body } = await call(token, credentials);
    for (const { id, name } of (body as { credentials: { id: string; name: string }[] }).credentials) {
      if (listed.has(id) || name === 'Weekly report') continue;
      expect((await call(token, `${credentials}/${id}`, { method: 'DELETE' })).status).toBe(204);
    }
  }

  async function start(): Promise<void> {
    stack = await place.start();
    description = place.description();
  }

  beforeAll(async () => {
    place = await StackWorkspace.make();
    for (const name of ['main', 'dev-code', 'dev-token', 'demo', 'demo-platform', 'history', 'upstream'])
      place.write(`tools/dev-stack/${name}.js`, bundledProgram(name));
    symlinkSync(join(workspace, 'dist/apps'), join(place.root, 'dist/apps'));
    await start();
    incomplete = place.answersToIncomplete();
  });
  afterAll(() => place.remove());

  it('does at once what README.md and docs/cli.md tell to type: the proof of a fresh stack is genuine', async () => {
    const readme = new ReadmeSession(place, description);
    expect([shellLines.length, sessionLines.length]).toEqual([4, 4]);
    for (const line of sessionLines) {
      const { code, output } = await readme.type(line, admin);
      expect([line, code, output]).toEqual([line, 0, expect.any(String)]);
      if (line === sessionLines.at(-1)) expect(output).toMatch(/^genuine +true$/m);
    }
    for (const line of shellLines) {
      if (line.includes('certificate.pdf')) await readme.saveCertificate();
      const { code, output } = await readme.type(line, admin);
      expect([line, code, output]).toEqual([line, 0, expect.any(String)]);
      if (line.startsWith('curl')) expect(output).toMatch(/HTTP\/1\.1 20[01] /);
    }
    await revokeUnlisted();
  });

  itServesNewcomers(() => ({ place, stack, call: async (path) => call(await tokenOf(admin), path) }));

  it('lets every listed user call the platform', async () => {
    const expected = { 'account-admin': 17, viewer: 3, 'client-manager': 7 };
    expect(description.users).toHaveLength(5);
    for (const { email, role } of description.users) {
      const { status, body } = await call(await tokenOf(email), '/self/me');
      expect(status).toBe(200);
      expect(body.permissions).toHaveLength(expected[role as keyof typeof expected]);
    }
  });

  it('gives every listed machine an accepted token', async () => {
    const organizations = description.clients.map(({ organization }) => organization.id);
    expect(organizations).toEqual(['org_acme', 'org_globex']);
    for (const client of description.clients) {
      const { status, body } = await call(await machineToken(client), credentials);
      expect(status).toBe(200);
      const { credential_id: id, client_id, organization } = client;
      const listed = expect.objectContaining({ id, client_id, org_id: organization.id }) as unknown;
      expect(body.credentials).toContainEqual(listed);
    }
  });

  it('requires a recent second factor in one organization, and not in the other', async () => {
    const body = { name: '', type: 'client_secret' };
    const createAs = async (email: string) =>
      (await call(await tokenOf(email, '--mfa-at', 'none'), credentials, { body })).status;
    expect([await createAs(admin), await createAs('admin@globex.example')]).toEqual([403, 400]);
  });

  it('takes an assessment to its certificate, by mail and by QR code (demo)', async () => {
    const { code, stdout, stderr } = await place.run('demo');
    expect([code, stderr]).toEqual([0, '']);
    expect(stepsOf(stdout)).toEqual([
      ['Assessment submitted', expect.stringContaining('score ')],
      ['Message arrived', expect.any(String)],
      ['Certificate saved', expect.stringMatching(/certificate-\w{8}\.pdf$/)],
      ['QR code read', expect.stringContaining(`${description.platformUrl}/api/certification/verify/`)],
      ['Verified as JSON', expect.stringContaining('valid, ')],
      ['Verified in a browser', expect.stringContaining(`${description.publicUrl}/verify/`)],
    ]);
  });

  it('takes an administrator from the sign-in in a browser to a machine that calls until it is revoked (demo:platform) § 5.2.3a 5.2.3c', async () => {
    // Without the time of use, which the service writes later than the use.
    const listed = async (): Promise<unknown> => {
      const { body } = await call(await tokenOf(admin), credentials);
      const { credentials: all } = body as { credentials: { id: string; last_rotated_at: string }[] };
      return all.map(({ id, last_rotated_at }) => ({ id, last_rotated_at }));
    };
    const before = await listed();
    const { code, stdout, stderr } = await place.run('demo-platform');
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('Revoked') as string]);
    expect(stepsOf(stdout)).toEqual([
      ['Device code', expect.stringContaining(`${description.issuer}/device`)],
      ['Signed in', expect.stringContaining(admin)],
      ['POST /iam/m2m-credentials', expect.stringMatching(/^201, ./)],
      ['As that machine', expect.stringContaining('3 credentials')],
      ['Revoked', expect.any(String)],
    ]);
    expect(await listed()).toEqual(before);
  });

  it('lets a user sign in on /docs of the platform, and call it from there with the token', async () => {
    const browser = await openBrowser();
    const user = description.users.find(({ email }) => email === 'admin@globex.example');
    if (!user) throw new Error('the stack has no such user');
    const reference = await ApiReference.open(browser, description.platformUrl);
    const window = await reference.openSignIn();
    const closed = new Promise((resolve) => window.once('close', resolve));
    await signInOnPages(new PagesInBrowser(window), user);
    await closed;
    await reference.awaitToken();
    const response = await reference.callMe();
    expect(response).toContain('"permissions"');
    expect(response).toContain('"scope": "api:full:read api:full:write"');
    expect(reference.complaints).toEqual([]);
    await browser.close();
  });

  it('refuses invalid development tokens', async () => {
    const wrong = ['--header {"alg":"none"}', '--claims {"aud":"urn:elsewhere"}', '--expires-in -1'];
    for (const option of wrong)
      expect((await call(await tokenOf(admin, ...option.split(' ')), '/self/me')).status).toBe(401);
  });

  it('signs no tokens outside development', async () => {
    place.env.ENVIRONMENT = 'staging';
    const { code, stdout, stderr } = await place.run('dev-token', '--user', admin);
    delete place.env.ENVIRONMENT;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Tokens are made by hand in development only.*\n$/);
  });

  describe('an invitation', () => {
    const back = 'You can close this page';
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser.close());

    async function gatewayOf(orgId: string): Promise<InvitationGateway> {
      const token = await tokenOf(`admin@${orgId.slice(4)}.example`);
      return new InvitationGateway(description, (path, request) => call(token, path, request));
    }
    const personOf = (email: string, connectionId?: string): Promise<InvitedPerson> =>
      InvitedPerson.open(browser, description, { email, connectionId });
    async function signIn(person: InvitedPerson, organization: string): Promise<Tokens> {
      const client = await CommandLineClient.open(description.issuer);
      return client.signIn({ organization }, (url) => person.go(url.href, back));
    }

    it.each(invitationWalks)(
      'leads $who by the $type connection from the mailed link to a token of the organization, with the role § 1.4d 1.4e 2.10b 2.10c 2.10e 2.10f 2.10h 2.11c 4.2bn',
      async ({ email, type, orgId, orgName, role, accepting, signingIn }) => {
        const gateway = await gatewayOf(orgId);
        const connection_id = await gateway.connectionOf(type);
        const invited = await gateway.invite({ email, role, connection_id });
        expect([invited.status, invited.body]).toMatchObject([201, { email, role, connection_id }]);
        const link = await gateway.mailedLink(email);
        expect(invited.text).not.toContain(link.split('/').at(-1));
        for (let time = 0; time < 2; time += 1)
          expect(await scan(link)).toEqual([200, `Join ${orgName}`, []]);

        const person = await personOf(email, type === 'enterprise' ? connection_id : undefined);
        await person.go(link, `You have joined ${orgName}`);
        expect(person.seen).toEqual([`Join ${orgName}`, ...accepting, `You have joined ${orgName}`]);
        expect(person.choices).toEqual(type === 'enterprise' ? [connection_id] : []);
        expect(await scan(link)).toEqual([410, 'This invitation has been accepted', []]);

        const { access_token: token } = await signIn(person, orgId);
        expect(person.seen).toEqual([...signingIn, back]);
        const permissions = [...permissionsOfRole(role)];
        const claims: Record<string, unknown> = decodeJwt(token);
        expect(claims).toMatchObject({ org_id: orgId, permissions });
        expect(claims[`${description.claimsNamespace}email`]).toBe(email);
        const me = await call(token, '/self/me');
        expect([me.status, me.body]).toMatchObject([200, { sub: claims.sub, permissions }]);
        expect((await call(token, credentials)).status).toBe(role === 'viewer' ? 403 : 200);
      },
    );

    it('leaves the choice among the enabled connections to the person where it pins none, and takes no other § 2.10g 2.10h 2.11d', async () => {
      const gateway = await gatewayOf('org_globex');
      const off = 'organizations/org_globex/connections/con_off';
      const disabled = { name: 'Switched off', type: 'database', enabled: false };
      expect((await manage('PUT', off, disabled)).status).toBe(200);
      const email = 'newcomer@acme.example';
      const mails = () => runSql(description.databaseUrl, 'SELECT id FROM deliveries ORDER BY id');
      const before = await mails();
      for (const connection_id of ['con_off', 'con_acme_database', 'con_none'])
        expect((await gateway.invite({ email, role: 'viewer', connection_id })).status).toBe(400);
      expect(await mails()).toEqual(before);

      expect((await gateway.invite({ email, role: 'viewer' })).status).toBe(201);
      const person = await personOf(email, await gateway.connectionOf('enterprise'));
      await person.go(await gateway.mailedLink(email), 'You have joined Globex MSP');
      expect(person.choices.toSorted()).toEqual(['con_globex_database', 'con_globex_enterprise']);
      const { access_token: token } = await signIn(person, 'org_globex');
      expect(decodeJwt(token)).toMatchObject({ org_id: 'org_globex' });
      expect((await manage('DELETE', off)).status).toBe(204);
    });
  });

  itHasNoDeadEnds(() => ({ description, manage }));

  it('closes incomplete requests on every port', async () => {
    // Three surfaces and two workers, each with its management port.
    expect(place.servicePorts()).toHaveLength(8);
    // A body that no handler reads may be refused before the timeout.
    const statuses = (await incomplete).map(({ status }) => status);
    expect(statuses.filter((status) => ![404, 405, 408].includes(status))).toEqual([]);
  });

  it('stops without leaving a process, and restarts with the same data and updated connections', async () => {
    const before = description;
    const connections = 'organizations/org_acme/connections';
    const older = { name: 'Renamed', type: 'enterprise' };
    const put = await manage('PUT', `${connections}/con_acme_enterprise`, older);
    expect([put.status, put.body.upstream]).toEqual([200, undefined]);
    await place.stop(stack);
    expect(place.leftProcesses()).toEqual([]);
    expect(existsSync(place.dev('stack.json'))).toBe(false);
    const stderr = 'No stack is running. Run `npm start`, and wait until it is up.\n';
    expect(await place.run('dev-token', '--user', admin)).toEqual({ code: 1, stdout: '', stderr });
    const demo = await place.run('demo-platform');
    expect([demo.code, demo.stdout]).toEqual([1, expect.stringContaining('no stack is running')]);
    await start();
    // The database of the stack and the management ports are others each time.
    const others = { databaseUrl: '', managementPorts: {} };
    expect({ ...description, ...others }).toEqual({ ...before, ...others });
    const counts = description.clients.map(async (client) => {
      const { body } = await call(await machineToken(client), credentials);
      return (body.credentials as unknown[]).length;
    });
    expect(await Promise.all(counts)).toEqual([2, 1]);
    const clientId = 'con_acme_enterprise';
    const redirectUri = `${description.issuer}/connections/${clientId}/callback`;
    const upstream = { issuer: description.upstream.issuer, clientId, redirectUri };
    const kept = expect.objectContaining({ ...older, upstream }) as unknown;
    expect((await manage('GET', connections)).body.connections).toContainEqual(kept);
  });
});
