import { createHash } from 'node:crypto';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { startWorker } from '../support/worker-app';

describe('GET /.well-known/', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
    const worker = await startWorker(app, 'smtp://127.0.0.1:1');
    await worker.close();
  });
  afterAll(() => app.close());

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
  it('answers 200 with one file that contains the keys and may not load anything', async () => {
    const app = await startPublicApp();
    const worker = await startWorker(app, 'smtp://127.0.0.1:1');
    await worker.close();
    const { status, text, headers } = await app.get('/verify-offline.html');
    const { keys } = (await app.get('/.well-known/jwks.json')).body as { keys: { kid: string }[] };
    await app.close();
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
