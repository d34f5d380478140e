import { given, until } from '@governance/testing';
import { compactVerify, decodeJwt, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import { createHash } from 'node:crypto';
import { sharedPublicApp } from '../support/public-app';
import { sharedSite } from '../support/site';
import { givenAppWithWorker, sharedAppWithWorker } from '../support/worker-app';

describe('GET /.well-known/', () => {
  const { app } = givenAppWithWorker();

  it('jwks.json answers 200 with the public keys, with kids derived from their content', async () => {
    const { status, body, headers } = await app.get('/.well-known/jwks.json');
    expect(status).toBe(200);
    const { keys } = body as { keys: Record<string, string>[] };
    expect(keys).toHaveLength(1);
    const [{ kid = '', crv, kty, x, y, ...rest } = {}] = keys;
    const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
    expect(kid).toBe(`https://assess.example.org/.well-known/keys/${thumbprint}`);
    expect(rest).toEqual({ alg: 'ES256', use: 'sig' });
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('issuer.json answers 200 with the issuer profile', async () => {
    const { status, body } = await app.get('/.well-known/issuer.json');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 'https://assess.example.org/.well-known/issuer.json',
      type: ['Profile'],
      name: 'AI Governance Assessment',
      url: 'https://assess.example.org',
      jwksUri: 'https://assess.example.org/.well-known/jwks.json',
      offlineVerifier: 'https://assess.example.org/verify-offline.html',
    });
  });
});

describe('GET /verify-offline.html', () => {
  it('answers 200 with one file that contains the keys and may not load anything § V1.2.3', async () => {
    const { app } = await sharedAppWithWorker();
    const { status, text, headers } = await app.get('/verify-offline.html');
    const { keys } = (await app.get('/.well-known/jwks.json')).body as { keys: { kid: string }[] };
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    const [, pinned = ''] = /id="issuer-keys">([^<]*)</.exec(text) ?? [];
    expect(JSON.parse(pinned)).toEqual({ keys });
    const [, rubrics = ''] = /id="published-rubrics">([^<]*)</.exec(text) ?? [];
    expect(JSON.parse(rubrics)).toEqual([
      expect.objectContaining({ id: 'ai-governance-msp', version: '1.0.0' }) as unknown,
      expect.objectContaining({ id: 'ai-governance-msp', version: '1.1.0' }) as unknown,
    ]);
    // Its libraries could load resources; the page's policy, which a saved copy keeps, forbids that.
    expect(text).toContain(
      `content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';`,
    );
    const markup = text.replace(/<script>[\s\S]*<\/script>/, '');
    expect(markup).not.toMatch(/\b(?:src|href)=|url\(|@import/);
  });
});

describe('GET /.well-known/status/{list}', () => {
  const app = given(sharedPublicApp);

  it.each(['0', '99999999999', '-1', '1e3', 'list', '00'])(
    'answers 404 for the unsigned list %s',
    async (list) => {
      const { status, body } = await app.get(`/.well-known/status/${list}`);
      expect({ status, body }).toEqual({ status: 404, body: { error: 'there is no such status list' } });
    },
  );
});

/** What a verifier of Open Badges 3.0 does: it fetches what the credential names. */
describe('the addresses in a credential', () => {
  const site = given(sharedSite);
  let credential: string;

  beforeAll(async () => {
    const { id } = await site.submitted('persona-policy-on-paper');
    const path = `/results/badge/${id}/open-badge.jwt`;
    await until(async () => (await site.app.get(path)).status === 200);
    credential = (await site.app.get(path)).text.trim();
  });
  afterAll(() => site.leave());

  const at = (url: string): string => url.replace(site.app.origin, '');

  async function keyOf(jws: string): Promise<JWK> {
    const { kid = '' } = decodeProtectedHeader(jws);
    expect(kid).toMatch(/\/\.well-known\/keys\/[\w-]{43}$/);
    const { status, body, headers } = await site.app.get(at(kid));
    expect([status, headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([
      200,
      '*',
      'public, max-age=300',
    ]);
    expect(body).toEqual({
      kid,
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String) as unknown,
      y: expect.any(String) as unknown,
      alg: 'ES256',
      use: 'sig',
    });
    return body;
  }

  it('have the key itself at the kid, which verifies the credential and its status list § 10.12g', async () => {
    await compactVerify(credential, await importJWK(await keyOf(credential)));
    const { credentialStatus } = decodeJwt<{ credentialStatus: { statusListCredential: string } }>(
      credential,
    );
    const list = (await site.app.get(at(credentialStatus.statusListCredential))).text;
    await compactVerify(list, await importJWK(await keyOf(list)));
  });

  it('answer 200, each with what the credential says of it', async () => {
    const claims = decodeJwt(credential);
    const addresses = JSON.stringify(claims).match(/https?:[^"#]+/g) ?? [];
    const own = [...new Set(addresses)].filter((address) => address.startsWith(site.app.origin));
    expect(own.map(at).toSorted()).toEqual([
      '',
      '/.well-known/issuer.json',
      '/.well-known/status/0',
      `/api/certification/verify/${String(claims.sub).replace('urn:uuid:', '')}`,
      expect.stringMatching(/^\/assessment\/\d+\.\d+\.\d+\.json$/),
    ]);
    for (const address of own) {
      const { status } = await site.app.get(at(address) || '/', { accept: 'application/json' });
      expect([address, status]).toEqual([address, 200]);
    }
    expect((await site.app.get('/.well-known/issuer.json')).body).toMatchObject(claims.issuer as object);
  });

  it('keep the key of credentials from before, whose `kid` was a fragment of the key set', async () => {
    const [, thumbprint = ''] = /keys\/([\w-]+)$/.exec(decodeProtectedHeader(credential).kid ?? '') ?? [];
    const former = 'F'.repeat(43);
    const kid = `${site.app.origin}/.well-known/jwks.json#${former}`;
    await site.app.sql(
      `INSERT INTO issuer_keys (kid, public_jwk, published_at)
       SELECT $1, jsonb_set(public_jwk, '{kid}', to_jsonb($1::text)), now() FROM issuer_keys WHERE kid LIKE '%' || $2`,
      [kid, thumbprint],
    );
    const { body } = await site.app.get(`/.well-known/keys/${former}`);
    await site.app.sql('DELETE FROM issuer_keys WHERE kid = $1', [kid]);
    expect(body).toMatchObject({ kty: 'EC', crv: 'P-256' });
  });

  it.each(['unknown', 'A'.repeat(43), '%00'])('answer 404 for another key: %s', async (name) => {
    const { status, body } = await site.app.get(`/.well-known/keys/${name}`);
    expect({ status, body }).toEqual({ status: 404, body: { error: 'there is no such key' } });
  });
});
