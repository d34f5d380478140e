import { BuiltProgram, freePort, given, type HttpAnswer } from '@governance/testing';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { createHash } from 'node:crypto';
import { dumpOf } from './support/database-dump';
import { callback } from './support/applications';
import { assertionForm, assertionOf } from './support/assertions';
import { invite } from './support/invitations';
import { addPerson, freshCode, password } from './support/people';
import { PersonBrowser } from './support/person-browser';
import {
  apiUrl,
  claimsNamespace,
  manage,
  managementToken,
  openStores,
  requestToken,
} from './support/identity-server';
import {
  addKeyMachine,
  addOrganization,
  addSecretMachine,
  ecKey,
  newSecret,
  organization,
  type SecretMachine,
} from './support/machines';
import { type Claims, commonClaims, startWorkloadIssuer } from './support/workload-issuer';
import { addTrustRule, exchangeForm, type TrustedClient, workloads } from './support/workloads';

/** Two production processes behind one name. */
describe('two processes of the provider', () => {
  const issuer = 'https://login.example.org';
  const stores = given(openStores);
  let programs: BuiltProgram[] = [];
  let origins: string[] = [];
  const first = (): string => origins[0] ?? '';
  const manageFirst = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
    manage(first(), { method, path, body });

  beforeAll(async () => {
    const ports = [await freePort(), await freePort()];
    origins = ports.map((port) => `http://127.0.0.1:${port}`);
    const managementPorts = [await freePort(), await freePort()];
    // Started together, but the first signing key is created only once.
    programs = ports.map(
      (port, index) =>
        new BuiltProgram('apps/identity-provider/main.js', {
          PORT: String(port),
          MANAGEMENT_PORT: String(managementPorts[index]),
          ISSUER: issuer,
          API_URL: apiUrl,
          CLAIMS_NAMESPACE: claimsNamespace,
          MANAGEMENT_TOKEN: managementToken,
          DATABASE_URL: stores.databaseUrl,
          KEYRING_FILE: stores.keyringFile,
        }),
    );
    await Promise.all(programs.map((program) => program.started()));
    await addOrganization(manageFirst);
  });

  afterAll(async () => {
    await Promise.all(programs.map((program) => program.kill()));
    await stores.drop();
  });

  function everywhere(form: Record<string, string>): Promise<HttpAnswer[]> {
    return Promise.all(origins.map((origin) => requestToken(origin, form)));
  }

  async function statuses({ clientId }: SecretMachine, secret: string): Promise<number[]> {
    const answers = await everywhere({ client_id: clientId, client_secret: secret });
    return answers.map(({ status }) => status);
  }

  it('accept an assertion once, even if it is replayed concurrently in both § rfc7523-3f', async () => {
    const machine = await addKeyMachine(manageFirst, ecKey());
    const form = assertionForm(await assertionOf(machine, issuer));
    const answers = (await Promise.all(Array.from({ length: 10 }, () => everywhere(form)))).flat();
    const succeeded = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status, body }) => status === 401 && body.error === 'invalid_client');
    expect([succeeded.length, refused.length]).toEqual([1, 19]);
    expect((await everywhere(form)).map(({ status }) => status)).toEqual([401, 401]);
  });

  it('exchange an assertion of a workload once, even for 20 requests at once, and none after its rule was deleted', async () => {
    const cluster = await startWorkloadIssuer();
    const claims = commonClaims('https://cluster.example.org', issuer);
    const add = (singleUse: boolean): Promise<TrustedClient> =>
      addTrustRule({ manage: manageFirst, issuer }, 'oidc', {
        issuer: claims.iss,
        keySet: cluster.keySet,
        singleUse,
      });
    const assertion = await cluster.sign({ ...claims, ...workloads.oidc.claims });
    const once = exchangeForm(await add(true), assertion);
    const answers = (await Promise.all(Array.from({ length: 10 }, () => everywhere(once)))).flat();
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(400)]);
    const rule = await add(false);
    const often = async (): Promise<number[]> =>
      (await everywhere(exchangeForm(rule, assertion))).map(({ status }) => status);
    expect(await often()).toEqual([200, 200]);
    await manageFirst('DELETE', `/organizations/${organization}/trust-rules/${rule.ruleId}`);
    expect(await often()).toEqual([400, 400]);
    await cluster.close();
  });

  it('keep nothing of an assertion in a log or the database, tried or exchanged', async () => {
    const cluster = await startWorkloadIssuer();
    const claims: Claims = {
      ...commonClaims('https://cluster.example.org', issuer),
      ...workloads.oidc.claims,
    };
    const canaries = ['jti', 'sub', 'note', 'team'].map((name) => `canary-${name}-7f31`);
    const [jti, subject, note, team] = canaries;
    const another: Claims = { ...claims, sub: subject };
    const rule = await addTrustRule({ manage: manageFirst, issuer }, 'oidc', {
      issuer: claims.iss,
      keySet: cluster.keySet,
      singleUse: true,
    });
    const assertions = await Promise.all([
      cluster.sign({ ...claims, jti, note }),
      cluster.sign({ ...another, note }),
      cluster.sign({ ...claims, team, aud: note }),
    ]);
    const path = `/organizations/${organization}/trust-rules/${rule.ruleId}/try`;
    for (const assertion of [...assertions, `${assertions[0]}.canary`]) {
      await manageFirst('POST', path, { assertion });
      await everywhere(exchangeForm(rule, assertion));
    }
    const { body } = await manageFirst('POST', path, { assertion: assertions[0] });
    expect(JSON.stringify(body)).toContain('{"condition":"single_use","holds":false}');
    const parts = assertions.flatMap((assertion) => assertion.split('.').slice(1));
    const dump = await dumpOf(stores);
    const texts = [dump, ...programs.map((program) => JSON.stringify(program.log())), JSON.stringify(body)];
    for (const canary of [...canaries, ...parts]) {
      for (const text of texts) expect(text).not.toContain(canary);
      for (const encoding of ['hex', 'base64'] as const)
        expect(dump).not.toContain(Buffer.from(canary).toString(encoding));
    }
    // Proves that the search finds what is written.
    expect(dump).toContain(rule.clientId);
    for (const log of texts.slice(1, 3)) expect(log).toContain('token refused');
    await cluster.close();
  });

  it('sign with one key, and each publishes it § core-10.1.1a', async () => {
    const { clientId, secret } = await addSecretMachine(manageFirst);
    const answers = await everywhere({ client_id: clientId, client_secret: secret });
    for (const { body } of answers) {
      for (const origin of origins) {
        const keys = createRemoteJWKSet(new URL(`${origin}/jwks`));
        await expect(jwtVerify(String(body.access_token), keys, { issuer })).resolves.toBeDefined();
      }
    }
    expect(await stores.sql('SELECT kid FROM identity.signing_keys')).toHaveLength(1);
  });

  it('refuse a rotated secret and a deleted client in the first request afterwards', async () => {
    const machine = await addSecretMachine(manageFirst);
    expect(await statuses(machine, machine.secret)).toEqual([200, 200]);
    const secret = newSecret();
    await manageFirst('PUT', `/clients/${machine.clientId}/secret`, { revision: 'second', secret });
    expect(await statuses(machine, machine.secret)).toEqual([401, 401]);
    expect(await statuses(machine, secret)).toEqual([200, 200]);
    await manageFirst('DELETE', `/clients/${machine.clientId}`);
    expect(await statuses(machine, secret)).toEqual([401, 401]);
  });

  it('sign a user in together, page by page, and give tokens for a code once § core-3.1.3.2b', async () => {
    const [here = '', there = ''] = origins;
    const person = await addPerson({ manage: manageFirst, stores }, { app: true });
    const verifier = 'a-verifier-of-the-tests-that-is-long-enough-for-it';
    const query = new URLSearchParams({
      client_id: 'governance-cli',
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid api:full:read',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const browser = new PersonBrowser(issuer, here);
    await browser.open(`/auth?${query.toString()}`);
    browser.connectTo = there;
    await browser.submit('/password', { email: person.email, password: person.password });
    browser.connectTo = here;
    const { url } = await browser.submit('/code', { code: await freshCode(person) });
    const code = url.searchParams.get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      client_id: 'governance-cli',
      code,
      redirect_uri: callback,
    };
    const answers = await everywhere({ ...form, code_verifier: verifier });
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect((await everywhere({ ...form, code_verifier: verifier })).map(({ status }) => status)).toEqual([
      400, 400,
    ]);
  });

  it('log who signed in, and how § V16.3.1', async () => {
    const person = await addPerson({ manage: manageFirst, stores }, { app: true });
    const browser = new PersonBrowser(issuer, origins[0] ?? '');
    const query = new URLSearchParams({
      client_id: 'governance-cli',
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid',
      code_challenge: createHash('sha256').update('a verifier').digest('base64url'),
      code_challenge_method: 'S256',
    });
    await browser.open(`/auth?${query.toString()}`);
    await browser.submit('/password', { email: person.email, password: 'a canary of a wrong password' });
    await browser.submit('/password', { email: person.email, password: person.password });
    await browser.submit('/code', { code: await freshCode(person) });
    const [program] = programs;
    const { userId } = person;
    const entry = await program?.logged((line) => line.msg === 'signed in' && line.userId === userId);
    expect(entry).toMatchObject({ clientId: 'governance-cli', amr: ['pwd', 'mfa'] });
    expect(entry?.orgId).toEqual(expect.any(String));
    const refused = await program?.logged(
      (line) => line.msg === 'password refused' && line.userId === userId,
    );
    expect(refused).toMatchObject({ knownBrowser: false });
    expect(JSON.stringify(program?.log())).not.toContain('canary');
  });

  it('have an invitation accepted once, and log nothing of its link', async () => {
    const [here = '', there = ''] = origins;
    const { link, token, email } = await invite({ manage: manageFirst }, { orgId: organization });
    const account = { name: 'Invited', password, repeated: password };
    const pages = await Promise.all(
      [here, there, here, there].map(async (origin) => {
        const browser = new PersonBrowser(issuer, origin);
        await browser.open(link);
        await browser.submit(new URL(link).pathname);
        return browser.submit('/new-password', account);
      }),
    );
    expect(pages.filter(({ heading }) => heading.startsWith('You have joined'))).toHaveLength(1);
    const later = await new PersonBrowser(issuer, there).open(link);
    expect(later.heading).toBe('This invitation has been accepted');
    const [program] = programs;
    await program?.logged(({ path }) => path === '/invitations/…');
    const log = JSON.stringify(programs.map((each) => each.log()));
    expect(log).not.toContain(token.slice(0, 8));
    expect(log).not.toContain(email);
  });

  it('log why a token was refused, without the sent values', async () => {
    const machine = await addSecretMachine(manageFirst);
    await requestToken(first(), { client_id: machine.clientId, client_secret: 'canary-secret' });
    const [program] = programs;
    const entry = await program?.logged(({ clientId }) => clientId === machine.clientId);
    expect(entry).toMatchObject({
      msg: 'token refused',
      code: 'invalid_client',
      reason: 'invalid secret provided',
    });
    expect(JSON.stringify(program?.log())).not.toMatch(/canary|gmc_|eyJ/);
  });

  it('shut down gracefully on a signal', async () => {
    for (const program of programs) {
      program.signal('SIGTERM');
      expect((await program.ended).code).toBe(0);
    }
  });
});
