import { trustPresets } from '@governance/iam';
import { given } from '@governance/testing';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { randomUUID } from 'node:crypto';
import { LastExchanges } from '../src/trust-rules/last-exchanges';
import { apiUrl, claimsNamespace } from './support/identity-server';
import { addOrganization, organization, permissions } from './support/machines';
import { givenApp } from './support/shared-app';
import { type Claims, commonClaims, startWorkloadIssuer } from './support/workload-issuer';
import { addTrustRule, exchangeForm, type TrustedClient, trustRule, workloads } from './support/workloads';

const rules = `/organizations/${organization}/trust-rules`;

describe('a workload with an assertion of its platform', () => {
  const { identity } = givenApp();
  const platform = given(startWorkloadIssuer);

  beforeAll(() => addOrganization(identity.manage));
  afterAll(() => platform.close());

  const claimsOf = (changes: Claims = {}): Claims => ({
    ...commonClaims(platform.issuer, identity.issuer),
    ...workloads.oidc.claims,
    ...changes,
  });
  const addRule = (changes: Record<string, unknown> = {}): Promise<TrustedClient> =>
    addTrustRule(identity, 'oidc', { issuer: platform.issuer, ...changes });

  it.each(trustPresets)(
    'of the preset %s gets the token of a machine, with all documented claims',
    async (preset) => {
      const rule = await addTrustRule(identity, preset, { issuer: platform.issuer });
      const { claims: documented, header = {} } = workloads[preset];
      const claims = { ...commonClaims(platform.issuer, identity.issuer), ...documented };
      const assertion = await platform.sign(claims, { header });
      const { status, body, headers } = await identity.token(exchangeForm(rule, assertion));
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(body).toMatchObject({ token_type: 'Bearer', scope: 'api:full:read api:full:write' });
      const [{ typ }, token] = [
        decodeProtectedHeader(String(body.access_token)),
        decodeJwt(String(body.access_token)),
      ];
      expect(typ).toBe('at+jwt');
      expect(token).toMatchObject({
        iss: identity.issuer,
        aud: apiUrl,
        sub: rule.clientId,
        client_id: rule.clientId,
        org_id: organization,
        [`${claimsNamespace}org_name`]: 'Acme MSP',
        permissions,
      });
      // No claim of the platform gets into our token.
      expect(Object.keys(token)).toHaveLength(11);
    },
  );

  it('gets a token that ends with the assertion, with the rule, or after 600 seconds', async () => {
    const now = Math.floor(Date.now() / 1000);
    const lifeOf = async (rule: TrustedClient, exp: number): Promise<number> => {
      const { body } = await identity.token(exchangeForm(rule, await platform.sign(claimsOf({ exp }))));
      const { exp: end = 0 } = decodeJwt(String(body.access_token));
      expect(end).toBeLessThanOrEqual(exp);
      return end - now;
    };
    const rule = await addRule();
    expect(await lifeOf(rule, now + 100)).toBeLessThanOrEqual(100);
    const longest = await lifeOf(rule, now + 3_600);
    expect(longest).toBeGreaterThanOrEqual(600);
    expect(longest).toBeLessThan(620);
    const ending = await addRule({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect(await lifeOf(ending, now + 3_600)).toBeLessThanOrEqual(61);
  });

  it('may ask for fewer scopes, which limit its permissions, and for no other', async () => {
    const rule = await addRule();
    const assertion = await platform.sign(claimsOf());
    const { body } = await identity.token({ ...exchangeForm(rule, assertion), scope: 'api:full:write' });
    expect(decodeJwt(String(body.access_token))).toMatchObject({ scope: 'api:full:write', permissions: [] });
    const { status, body: refused } = await identity.token({
      ...exchangeForm(rule, assertion),
      scope: 'openid',
    });
    expect([status, refused.error]).toEqual([400, 'invalid_scope']);
  });

  it('gets one token for an assertion where the rule says so, also for 20 requests at once', async () => {
    const rule = await addRule({ singleUse: true });
    for (const changes of [{}, { jti: undefined }]) {
      const assertion = await platform.sign(claimsOf(changes));
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => identity.token(exchangeForm(rule, assertion))),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const others = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error_description);
      expect(new Set(others)).toEqual(new Set(['the assertion does not meet the condition single_use']));
      expect(others).toHaveLength(19);
    }
    expect((await identity.token(exchangeForm(rule, await platform.sign(claimsOf())))).status).toBe(200);
  });

  it('spends no assertion that another condition refuses', async () => {
    const rule = await addRule({ singleUse: true });
    const assertion = await platform.sign(claimsOf());
    expect((await identity.token({ ...exchangeForm(rule, assertion), scope: 'openid' })).status).toBe(400);
    expect((await identity.token(exchangeForm(rule, assertion))).status).toBe(200);
  });

  it('is only let in from the networks of the rule', async () => {
    const outside = await addRule({ allowedNetworks: ['198.51.100.0/24'] });
    const { status, body } = await identity.token(exchangeForm(outside, await platform.sign(claimsOf())));
    expect([status, body.error_description]).toEqual([
      400,
      'the assertion does not meet the condition allowed_networks',
    ]);
    const inside = await addRule({ allowedNetworks: ['127.0.0.0/8'] });
    expect((await identity.token(exchangeForm(inside, await platform.sign(claimsOf())))).status).toBe(200);
  });

  it('gets nothing in the request after its rule was deleted, replaced or ended', async () => {
    const rule = await addRule();
    const assertion = await platform.sign(claimsOf());
    const status = async (): Promise<number> => (await identity.token(exchangeForm(rule, assertion))).status;
    const path = `${rules}/${rule.ruleId}`;
    expect(await status()).toBe(200);
    const stored = trustRule(identity.issuer, 'oidc', { issuer: platform.issuer });
    const change = { ...stored, subject: 'another' };
    const { body: changed } = await identity.manage('PUT', path, change);
    expect(changed).toMatchObject({ clientId: rule.clientId, subject: 'another' });
    expect(await status()).toBe(400);
    await identity.manage('PUT', path, stored);
    expect(await status()).toBe(200);
    await identity.manage('PUT', path, { ...stored, expiresAt: '2020-01-01T00:00:00Z' });
    expect(await status()).toBe(400);
    await identity.manage('PUT', path, stored);
    expect((await identity.manage('DELETE', path)).status).toBe(204);
    expect(await status()).toBe(400);
    expect((await identity.manage('DELETE', path)).status).toBe(204);
  });

  it('cannot see whether a rule exists, whose it is, or what it has', async () => {
    const rule = await addRule();
    const elsewhere = await startWorkloadIssuer();
    const foreign = await addRule({ issuer: elsewhere.issuer });
    const good = await platform.sign(claimsOf());
    const forged = await elsewhere.sign(claimsOf());
    const seen = async ({ clientId }: { clientId: string }, sent: string, more = {}): Promise<unknown> => {
      const { status, text, headers } = await identity.token({
        ...exchangeForm({ clientId }, sent),
        ...more,
      });
      const named = [...headers].filter(([name]) => !['date', 'x-request-id', 'etag'].includes(name));
      return [status, text, named];
    };
    const unknown = await seen({ clientId: randomUUID() }, good);
    expect(unknown).toMatchObject([
      400,
      '{"error":"invalid_grant","error_description":"grant request is invalid"}',
      expect.any(Array),
    ]);
    expect(await seen(rule, forged)).toEqual(unknown);
    expect(await seen(foreign, good)).toEqual(unknown);
    // Made for another service, also where that is the audience of another rule.
    expect(await seen(rule, await platform.sign(claimsOf({ aud: 'https://other.example.org' })))).toEqual(
      unknown,
    );
    expect(await seen(await addRule({ audience: 'https://other.example.org' }), good)).toEqual(unknown);
    expect(await seen(rule, '')).toEqual(unknown);
    expect(await seen(rule, 'canary')).toEqual(unknown);
    for (const more of [{ scope: '"' }, { client_secret: 'x' }]) {
      expect(await seen(rule, forged, more)).toEqual(unknown);
      expect(await seen({ clientId: randomUUID() }, forged, more)).toEqual(unknown);
    }
    // For other grants and endpoints a rule is no client at all.
    for (const clientId of [rule.clientId, randomUUID()]) {
      const { status, body } = await identity.token({ client_id: clientId });
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
    await elsewhere.close();
  });

  it('is noted by its rule: the last token, and the last refusal with its condition', async () => {
    const rule = await addRule({ singleUse: true });
    const shown = async (): Promise<Record<string, unknown>> => {
      await identity.get(LastExchanges).flush();
      return (await identity.manage('GET', `${rules}/${rule.ruleId}`)).body;
    };
    const before = new Date().toISOString();
    // What the issuer has not signed leaves no trace.
    const elsewhere = await startWorkloadIssuer();
    await identity.token(exchangeForm(rule, await elsewhere.sign(claimsOf())));
    await elsewhere.close();
    expect(await shown()).toMatchObject({ lastUsedAt: null, lastRefusal: null });
    await identity.token(exchangeForm(rule, await platform.sign(claimsOf({ aud: 'another' }))));
    const refused = await shown();
    expect(refused).toMatchObject({ lastUsedAt: null, lastRefusal: { condition: 'aud' } });
    const assertion = await platform.sign(claimsOf());
    await identity.token(exchangeForm(rule, assertion));
    const used = await shown();
    expect(used).toEqual({ ...refused, lastUsedAt: used.lastUsedAt });
    expect(String(used.lastUsedAt) >= before).toBe(true);
    await identity.token(exchangeForm(rule, assertion));
    expect(await shown()).toMatchObject({
      lastUsedAt: used.lastUsedAt,
      lastRefusal: { condition: 'single_use' },
    });
  });

  it('is tried condition by condition, gets no token, and is not used up', async () => {
    const rule = await addRule({ singleUse: true, allowedNetworks: ['198.51.100.0/24'] });
    const tried = async (assertion: string, changed = rule): Promise<unknown> => {
      const { status, body } = await identity.manage('POST', `${rules}/${changed.ruleId}/try`, { assertion });
      expect([status, Object.keys(body)]).toEqual([200, ['conditions']]);
      const conditions = body.conditions as { condition: string; holds: boolean | null }[];
      return Object.fromEntries(conditions.map(({ condition, holds }) => [condition, holds]));
    };
    const all = { signature: true, members: true, iss: true, aud: true, typ: true, exp: true, nbf: true };
    const good = { ...all, iat: true, sub: true, team: true, expires_at: true };
    const assertion = await platform.sign(claimsOf());
    // Where the workload runs is not known.
    for (let time = 0; time < 2; time++) {
      expect(await tried(assertion)).toEqual({ ...good, allowed_networks: null, single_use: true });
    }
    const bad = await platform.sign(claimsOf({ aud: 'another', team: 'another' }));
    expect(await tried(bad)).toMatchObject({ ...good, aud: false, team: false });
    const unchecked = { signature: false, members: null, iss: null, aud: null, single_use: null };
    expect(await tried(`${assertion}a`)).toMatchObject(unchecked);
    const anywhere = await addRule({ singleUse: true });
    expect(await tried(assertion, anywhere)).toMatchObject({ single_use: true });
    expect((await identity.token(exchangeForm(anywhere, assertion))).status).toBe(200);
    expect(await tried(assertion, anywhere)).toEqual({ ...good, allowed_networks: true, single_use: false });
    // A try leaves no trace either.
    await identity.get(LastExchanges).flush();
    expect((await identity.manage('GET', `${rules}/${rule.ruleId}`)).body).toMatchObject({
      lastUsedAt: null,
      lastRefusal: null,
    });
    const away = await addRule({ issuer: 'http://127.0.0.1:9' });
    expect(await tried(assertion, away)).toMatchObject({ signature: null, members: null });
  });

  it('is verified with the uploaded keys of an issuer without a public address', async () => {
    const issuer = 'https://kubernetes.default.svc.cluster.local';
    const rule = await addTrustRule(identity, 'kubernetes', { issuer, keySet: platform.keySet });
    const claims = { ...commonClaims(issuer, [identity.issuer]), ...workloads.kubernetes.claims };
    const before = platform.requests.length;
    expect((await identity.token(exchangeForm(rule, await platform.sign(claims)))).status).toBe(200);
    const other = await startWorkloadIssuer();
    const statuses = async (): Promise<number[]> => {
      const signed = await Promise.all([platform.sign(claims), other.sign(claims)]);
      const answers = await Promise.all(signed.map((each) => identity.token(exchangeForm(rule, each))));
      return answers.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 400]);
    const path = `${rules}/${rule.ruleId}`;
    expect((await identity.manage('GET', path)).body.keyIds).toEqual(['key-1']);
    // The cluster has new keys.
    const { keySet } = other;
    await identity.manage('PUT', path, trustRule(identity.issuer, 'kubernetes', { issuer, keySet }));
    expect(await statuses()).toEqual([400, 200]);
    await other.close();
    expect(platform.requests).toHaveLength(before);
  });
});

describe('trust rules of an organization', () => {
  const { identity } = givenApp();
  beforeAll(() => addOrganization(identity.manage));

  const rule = {
    name: 'Backup',
    permissions,
    preset: 'oidc',
    issuer: 'https://issuer.example.org',
    audience: 'https://login.example.org',
    subject: 'a workload',
    conditions: [],
    singleUse: false,
  };

  it('are its own', async () => {
    await addOrganization(identity.manage, 'org_globex');
    const { body } = await identity.manage('PUT', `${rules}/mine`, rule);
    expect((await identity.manage('GET', `${rules}/mine`)).body).toEqual(body);
    const globex = '/organizations/org_globex/trust-rules';
    expect((await identity.manage('GET', `${globex}/mine`)).status).toBe(404);
    const { body: theirs } = await identity.manage('PUT', `${globex}/mine`, rule);
    expect(theirs.clientId).not.toBe(body.clientId);
    await identity.manage('DELETE', `${globex}/mine`);
    expect((await identity.manage('GET', rules)).body.trustRules).toEqual([body]);
    expect((await identity.manage('PUT', '/organizations/org_none/trust-rules/mine', rule)).status).toBe(404);
  });

  it.each([
    ['a preset whose claims are absent', { preset: 'gitlab' }, 'preset must be one whose subject'],
    ['no subject', { subject: undefined }, 'preset must be one whose subject'],
    ['a wildcard', { subject: 'a*' }, 'subject must have'],
    ['an issuer without TLS', { issuer: 'http://issuer.example.org' }, 'issuer must be an https URL'],
    [
      'a private key',
      { keySet: { keys: [{ kty: 'OKP', kid: 'a', crv: 'Ed25519', x: 'a', d: 'a' }] } },
      'keySet',
    ],
    ['a symmetric key', { keySet: { keys: [{ kty: 'oct', kid: 'a' }] } }, 'keySet must be a key set'],
  ])('are refused with %s', async (_case, changes, problem) => {
    const { status, body } = await identity.manage('PUT', `${rules}/bad`, { ...rule, ...changes });
    expect([status, body.error_description]).toEqual([400, expect.stringContaining(problem)]);
  });

  it('are at most 100', async () => {
    const add = (id: string) => identity.manage('PUT', `/organizations/org_many/trust-rules/${id}`, rule);
    await addOrganization(identity.manage, 'org_many');
    for (let number = 0; number < 98; number++) await add(`rule-${number}`);
    const { status, body } = await add('last');
    expect(status).toBe(200);
    // Of several at the same time, one gets the last place.
    const statuses = await Promise.all(['a', 'b', 'c'].map(async (id) => (await add(id)).status));
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
    expect((await add('last')).body).toEqual(body);
  });
});
