import { callHttp, type HttpAnswer, opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { evidence } from '../support/evidence';
import { pathOf } from '../support/held-results';
import { sharedPublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';

const page = 'https://website.example.org';
const other = 'https://other.example.org';
const submissions = '/api/survey-results';
const id = randomUUID();

function grantedTo({ headers }: HttpAnswer): string | null {
  return headers.get('access-control-allow-origin');
}

describe('a page of another origin', () => {
  const app = opened(async () =>
    startPublicApp({ beside: await sharedPublicApp(), settings: { CORS_ORIGINS: [page] } }),
  );

  function preflight(path: string, method: string, origin: string): Promise<HttpAnswer> {
    const headers = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type,idempotency-key',
    };
    return callHttp(app.origin + path, { method: 'OPTIONS', headers });
  }

  it('may submit an assessment if its origin is listed, and read why it was refused', async () => {
    const asked = await preflight(submissions, 'POST', page);
    expect([asked.status, grantedTo(asked)]).toEqual([204, page]);
    expect(asked.headers.get('access-control-allow-methods')).toBe('POST');
    expect(asked.headers.get('access-control-allow-headers')).toMatch(/Content-Type,Idempotency-Key/);
    for (const body of ['{}', '{broken']) {
      const refused = await app.post(submissions, body, { origin: page });
      expect([refused.status, grantedTo(refused)]).toEqual([400, page]);
      expect(refused.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
      expect(refused.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it.each([other, 'null'])('may not if its origin is %s', async (origin) => {
    const asked = await preflight(submissions, 'POST', origin);
    expect([asked.status, grantedTo(asked)]).toEqual([405, null]);
    const refused = await app.post(submissions, {}, { origin });
    expect([refused.status, grantedTo(refused), refused.headers.get('vary')]).toEqual([400, null, 'Origin']);
  });

  it('may read a result if its origin is listed and it has the capability, and no other page may', async () => {
    const path = pathOf(await submit(app, { evidence }));
    const queued = ['/certificate', '/evidence-report'];
    for (const below of ['', '/delivery', ...queued]) {
      const read = await app.get(path + below, { origin: page });
      expect([read.status, grantedTo(read)]).toEqual([queued.includes(below) ? 202 : 200, page]);
      expect(read.headers.get('access-control-expose-headers')).toMatch(/Content-Disposition.*Retry-After/);
      expect(grantedTo(await app.get(path + below, { origin: other }))).toBeNull();
      const asked = await preflight(path + below, 'GET', other);
      expect([asked.status, grantedTo(asked)]).toEqual([405, null]);
    }
  });

  it('is told that an unknown path is unknown, and which methods a path has', async () => {
    const unknown = await preflight('/api/nothing', 'GET', page);
    expect([unknown.status, grantedTo(unknown)]).toEqual([404, null]);
    const wrong = await preflight(submissions, 'DELETE', page);
    expect([wrong.status, wrong.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
  });

  it('gets its own response from a cache: the identity depends on token and origin', async () => {
    const { headers } = await app.get('/api/me', { origin: page });
    expect(headers.get('vary')).toBe('Origin, Authorization, Cookie');
  });

  it.each([
    ['/assessment.json', 200],
    ['/assessment/1.0.0.json', 200],
    ['/assessment/0.0.0.json', 404],
    [`/api/certification/verify/${id}?format=json`, 200],
    [`/api/certification/verify/${id}`, 302],
    ['/api/certification/verify/42', 400],
    [`${submissions}/${id}/verify`, 404],
    ['/.well-known/jwks.json', 200],
    ['/.well-known/issuer.json', 200],
    ['/.well-known/status/7', 404],
  ])('of any origin may read %s (%d)', async (path, status) => {
    for (const origin of [other, page, 'null']) {
      const answer = await app.get(path, { origin });
      expect([answer.status, grantedTo(answer)]).toEqual([status, '*']);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.get('vary') ?? '').not.toContain('Origin');
    }
    const asked = await preflight(path, 'GET', other);
    expect([asked.status, grantedTo(asked)]).toEqual([204, '*']);
  });

  it.each(['/', '/api/me', '/openapi.json', '/docs', '/health', `/verify/${id}`])(
    'of another origin may not read %s',
    async (path) => {
      expect(grantedTo(await app.get(path, { origin: other }))).toBeNull();
    },
  );
});

describe('a surface without listed origins', () => {
  it('grants a page nothing but published data', async () => {
    const app = await sharedPublicApp();
    const me = await app.get('/api/me', { origin: page });
    expect([grantedTo(me), me.headers.get('vary')]).toEqual([null, 'Authorization, Cookie']);
    expect(grantedTo(await app.get('/assessment.json', { origin: page }))).toBe('*');
  });
});
