import { given, nextRsaKeyPair, until } from '@governance/testing';
import { exportJWK, SignJWT } from 'jose';
import { type KeyObject } from 'node:crypto';
import { type ConsoleAnswer } from './support/console';
import { sharedConsole } from './support/shared-console';
import { locationOf, SignedIn } from './support/signed-in';

const issuer = 'https://cluster.acme.example';
const uid = '14ee3fa4-a7e2-420f-9f9a-dbc4507c3798';

/** The shipped console and the embedded provider: what an administrator does with trust rules. */
describe('the trust rules of the console', () => {
  const app = given(sharedConsole);
  let admin: SignedIn;
  let key: KeyObject;
  let keySet: string;

  beforeAll(async () => {
    const { publicKey, privateKey } = nextRsaKeyPair();
    key = privateKey;
    keySet = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'key-1', use: 'sig' }] });
  });
  beforeEach(async () => {
    admin = await SignedIn.member(app);
  });

  /** Of a pod of the cluster. */
  function tokenOf(claims: object = {}, audience = app.identity.issuer): Promise<string> {
    const serviceAccount = { name: 'backup', uid };
    return new SignJWT({ 'kubernetes.io': { namespace: 'jobs', serviceaccount: serviceAccount }, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .setIssuer(issuer)
      .setSubject('system:serviceaccount:jobs:backup')
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(key);
  }

  const formOf = (changes: Record<string, string> = {}): Record<string, string> => ({
    preset: 'kubernetes',
    name: 'Nightly <b>',
    namespace: 'jobs',
    service_account: 'backup',
    service_account_uid: uid,
    issuer,
    key_set: keySet,
    claims: 'team = platform | data',
    audience: app.identity.issuer,
    service_identity_id: '',
    permissions: 'm2m:credentials:read',
    single_use: 'no',
    valid_days: '90',
    allowed_networks: '192.0.2.0/24',
    ...changes,
  });

  async function create(changes: Record<string, string> = {}): Promise<string> {
    const { location, html } = await admin.post('trust-rules', formOf(changes));
    const [, id] = /trust-rules\/([\da-f-]{36})\?done=added$/.exec(location) ?? [];
    if (id === undefined) throw new Error(`no rule: ${location} ${html}`);
    return id;
  }

  async function exchange(id: string, token: string): Promise<number> {
    const clientId = /<code>([\da-f-]{36})<\/code>/.exec(await admin.page(`trust-rules/${id}`))?.[1] ?? '';
    const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    const form = { grant_type: grant, client_id: clientId, assertion: token };
    return (await app.identity.token(form)).status;
  }

  it('are explained while there is none: first the platform is chosen, then its form proposes what it can', async () => {
    const empty = await admin.page('trust-rules');
    for (const text of ['No trust rules yet', 'without a secret', 'Create the first one'])
      expect(empty).toContain(text);
    const presets = await admin.page('trust-rules/new');
    expect(Array.from(presets.matchAll(/\?preset&#x3D;|\?preset=([\w-]+)/g), ([, name]) => name)).toEqual([
      'github-actions',
      'gitlab',
      'kubernetes',
      'spiffe',
      'oidc',
    ]);
    expect(presets).toContain('<code>ref_protected</code>');
    for (const [preset, texts] of [
      [
        'github-actions',
        ['id="repository_id"', 'id="ref"', 'value="https://token.actions.github', 'value="yes" checked'],
      ],
      [
        'gitlab',
        ['id="project_id"', 'value="https://gitlab.com"', 'value="true" selected', 'value="no" checked'],
      ],
      [
        'kubernetes',
        ['id="namespace"', 'id="service_account_uid"', 'id="key_set"', 'or the workload is refused'],
      ],
      ['spiffe', ['SPIFFE ID', 'id="subject"']],
      ['oidc', ['id="subject"', 'id="claims"']],
    ] as const) {
      const html = (await admin.page(`trust-rules/new?preset=${preset}`)).replaceAll('&#x3D;', '=');
      for (const text of [...texts, `value="${app.identity.issuer}"`, 'value="org:members:read"'])
        expect([preset, html]).toEqual([preset, expect.stringContaining(text)]);
      expect(html).not.toContain('value="m2m:trust-rules:write"');
    }
  });

  it('are created, listed, explained, changed and removed, which ends the exchange', async () => {
    const id = await create({ claims: '', allowed_networks: '' });
    const path = `trust-rules/${id}`;
    const details = await admin.page(`${path}?done=added`);
    for (const text of [
      'Nightly &lt;b&gt;',
      'The trust rule was created',
      `<code>${issuer}</code>`,
      `<code>${app.identity.issuer}</code>`,
      'Uid of the service account',
      `<code>${uid}</code>`,
      '<code>key-1</code>',
      'serviceAccountToken',
      `--api-url ${app.url}`,
      'See the credentials of machines',
      'Every network',
    ])
      expect(details).toContain(text);
    expect(await exchange(id, await tokenOf())).toBe(200);
    expect(await exchange(id, await tokenOf({}, 'another'))).toBe(400);
    await until(async () => (await admin.page(path)).includes('The token was for another audience'));
    const list = await admin.page('trust-rules?search=nightly');
    for (const text of ['Kubernetes', 'The token was for another audience', `href="/console/${path}"`])
      expect(list).toContain(text);
    expect(await admin.page('trust-rules?search=none')).toContain('No trust rule matches');
    expect(await admin.page('service-identities')).toContain(`href="/console/${path}"`);
    expect(await admin.page('audit')).toContain(`href="/console/${path}"`);

    const changed = await admin.post(`${path}/change`, { name: 'Nightly', key_set: '' });
    expect(locationOf(changed)).toEqual([303, `/console/${path}?done=changed`]);
    const renewed = await admin.post(`${path}/change`, {
      name: 'Nightly',
      key_set: keySet.replace('"key-1"', '"key-2"'),
    });
    expect(locationOf(renewed)).toEqual([303, `/console/${path}?done=changed`]);
    expect(await admin.page(path)).toContain('<code>key-2</code>');
    expect(await exchange(id, await tokenOf())).toBe(400);
    const wrong = await admin.post(`${path}/remove`, { name: 'Nightl' });
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('Nothing was removed.')]);
    const removed = await admin.post(`${path}/remove`, { name: 'Nightly' });
    expect(locationOf(removed)).toEqual([303, '/console/trust-rules?done=removed']);
    expect((await admin.get(path)).status).toBe(404);
  });

  it('say all that is wrong at its field, and keep what was entered', async () => {
    const wrong = {
      name: '',
      namespace: 'prod-*',
      service_account: '',
      issuer: 'http://cluster',
      claims: 'team = platform\n\niss = other',
      key_set: '{"keys": [{"kty": "RSA", "kid": "1", "d": "private-canary"}]}',
      audience: '',
    };
    const form = Object.entries(formOf(wrong)).filter(([name]) => name !== 'permissions');
    const { status, html } = await admin.post('trust-rules', Object.fromEntries(form));
    expect(status).toBe(400);
    const links = Array.from(html.matchAll(/<li><a href="#(\w+)">/g), ([, field]) => field);
    expect(links).toEqual([
      'name',
      'namespace',
      'service_account',
      'issuer',
      'key_set',
      'claims',
      'audience',
      'permissions',
    ]);
    for (const text of [
      'Name is required.',
      'Further claims, line 3, must not name the claim iss.',
      'value="prod-*"',
    ])
      expect(html).toContain(text);
    const github = formOf({ preset: 'github-actions', repository_id: '7', repository_owner_id: '1' });
    const unlimited = await admin.post('trust-rules', github);
    expect(unlimited.html).toContain('Enter “Branches or tags” or “Environments”');
    expect(await admin.page('trust-rules')).toContain('No trust rules yet');
    const id = await create();
    const unread = await admin.post(`trust-rules/${id}/change`, { name: 'x', key_set: 'no JSON' });
    expect([unread.status, unread.html]).toEqual([400, expect.stringContaining('New key set must be JSON')]);
  });

  it('are offered instead of a secret where the organization allows none', async () => {
    expect(await admin.page('credentials/new')).toContain('value="client_secret" checked');
    expect(await admin.page('credentials')).toContain('href="/console/credentials/policy"');
    const saved = await admin.post('credentials/policy', { client_secrets: 'forbidden' });
    expect(locationOf(saved)).toEqual([303, '/console/credentials?done=policy-changed']);
    expect(await admin.page('credentials')).toContain('Your organization allows no new secrets');
    expect(await admin.page('credentials/policy')).toContain('value="forbidden" checked');
    const form = await admin.page('credentials/new');
    for (const text of ['value="public_key" checked', 'href="/console/trust-rules/new"'])
      expect(form).toContain(text);
    expect(form).not.toContain('value="client_secret"');
    const secret = {
      type: 'client_secret',
      name: 'x',
      permissions: 'm2m:credentials:read',
      valid_days: '90',
    };
    const refused = await admin.post('credentials', secret);
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('create a trust rule')]);
    const unknown = await admin.post('credentials/policy', { client_secrets: 'perhaps' });
    expect([unknown.status, unknown.html]).toEqual([
      400,
      expect.stringContaining('id="client_secrets-error"'),
    ]);
  });

  it('are tried with a token condition by condition, which no page and no line of the log has', async () => {
    const id = await create({ claims: 'team = platform | data', allowed_networks: '' });
    const outcomes = ({ html }: ConsoleAnswer): Record<string, string> => {
      const cells = html.matchAll(
        /<th scope="row">(.*?)<\/th>[^]*?data-label="This token"[^>]*>(.*?)<\/td>/g,
      );
      const plain = (cell = ''): string => cell.replaceAll(/<span.*?<\/span>|<[^>]*>/g, '').trim();
      return Object.fromEntries(Array.from(cells, ([, name, outcome]) => [plain(name), plain(outcome)]));
    };
    const good = await tokenOf({ team: 'data' });
    const bad = await tokenOf({ team: 'canary-team' });
    const forged = `${good.slice(0, good.lastIndexOf('.'))}.${bad.split('.')[2] ?? ''}`;
    const tried = (token: string): Promise<ConsoleAnswer> =>
      admin.post(`trust-rules/${id}/try`, { workload_token: ` ${token}\n` });
    const accepted = await tried(good);
    expect(accepted.html).toContain('This token would get an access token.');
    expect(new Set(Object.values(outcomes(accepted)))).toEqual(new Set(['Holds']));
    const refused = await tried(bad);
    expect(refused.html).toContain('This token would be refused');
    expect(outcomes(refused)).toMatchObject({ Audience: 'Holds', Namespace: 'Holds', team: 'Does not hold' });
    expect(refused.html).toContain('<code>platform</code> or <code>data</code>');
    expect(outcomes(await tried(forged))).toMatchObject({ Signature: 'Does not hold' });
    const empty = await tried('');
    expect([empty.status, empty.html]).toEqual([400, expect.stringContaining('id="workload_token-error"')]);
    for (const text of [...admin.visitor.seen.map(({ html }) => html), app.platform.output()])
      for (const secret of [good, bad, forged, 'canary-team']) expect(text).not.toContain(secret);
  });
});
