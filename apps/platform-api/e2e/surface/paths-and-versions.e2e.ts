import { randomUUID } from 'node:crypto';
import { type PlatformApp, startPlatformApp } from '../support/platform-app';

describe('the platform surface', () => {
  let app: PlatformApp;
  beforeAll(async () => {
    app = await startPlatformApp();
  });
  afterAll(() => app.close());

  describe('an unknown path of the platform', () => {
    it.each([
      '/',
      '/self',
      '/self/me/42',
      '/iam',
      '/iam/m2m-credentials/42/secret',
      '/api/survey-results',
      '/assessment.json',
    ])('answers 404 in the shape of the platform for %s', async (path) => {
      const { status, body } = await app.call(path);
      expect(status).toBe(404);
      expect(body).toEqual({ error: 'not_found', error_description: 'no such path' });
    });
  });

  describe('an unsupported method of a platform path', () => {
    it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
      'answers 405 with Allow for %s § V13.4.4',
      async (method) => {
        const { status, headers, body } = await app.call('/health', { method });
        expect(status).toBe(405);
        expect(headers.get('allow')).toBe('GET, HEAD');
        expect(body).toMatchObject({ error: 'method_not_allowed' });
      },
    );
  });

  describe('the header api-supported-versions', () => {
    const json = { 'content-type': 'application/json' };
    const calls: { what: string; path: string; init?: RequestInit; expected: number }[] = [
      { what: 'health', path: '/health', expected: 200 },
      { what: 'an unsupported version', path: '/health?api-version=9.9', expected: 400 },
      { what: 'an unknown path', path: '/nothing', expected: 404 },
      {
        what: 'malformed JSON',
        path: '/nothing',
        init: { method: 'POST', headers: json, body: '{' },
        expected: 404,
      },
      {
        what: 'a body that is too large',
        path: '/health',
        init: { method: 'POST', headers: json, body: ' '.repeat(200_000) },
        expected: 405,
      },
      { what: 'a path that cannot be decoded', path: '/api/certification/verify/%E0%A4%A', expected: 400 },
      { what: 'a redirect', path: `/api/certification/verify/${randomUUID()}`, expected: 302 },
      { what: 'a HEAD request', path: '/health', init: { method: 'HEAD' }, expected: 200 },
    ];

    it.each(calls)('is on the answer to $what § 9.4a', async ({ path, init, expected }) => {
      const { status, headers } = await app.call(path, init);
      expect(status).toBe(expected);
      expect(headers.get('api-supported-versions')).toBe('1.0');
    });
  });

  describe('GET /health with an api-version', () => {
    it.each(['2.0', '1', '01.0', '1.0.0', '-1.0', 'latest', '1.0&api-version=2.0'])(
      'answers 400 for %s § 4.2c 7.2c 7.2d 9.1a 9.3a 9.3b 10.8b',
      async (version) => {
        const { status, headers, body } = await app.call(`/health?api-version=${version}`);
        expect(status).toBe(400);
        expect(body).toEqual({
          error: 'unsupported_api_version',
          error_description: expect.any(String) as unknown,
        });
        expect(headers.get('api-supported-versions')).toBe('1.0');
      },
    );

    it('answers 400 on the probes too § 10.11b 10.11d', async () => {
      for (const probe of ['live', 'ready']) {
        const { status, body } = await app.call(`/health/${probe}?api-version=2.0`);
        expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
      }
    });

    it.each(['', 'api-version=1.0', 'api-version=', 'api-version=1.0&api-version=1.0'])(
      'answers 200 for ?%s § 4c 9.1a 9.2a',
      async (query) => {
        expect((await app.call(`/health?${query}`)).status).toBe(200);
      },
    );
  });

  describe('GET /.well-known/oauth-protected-resource with an api-version', () => {
    it.each(['2.0', '1', 'latest', '1.0&api-version=2.0'])(
      'answers 400 for %s § 4.2c 7.2c 7.2d 9.1a 9.3a 9.3b 10.8b',
      async (version) => {
        const path = `/.well-known/oauth-protected-resource?api-version=${version}`;
        const { status, headers, body } = await app.call(path);
        expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
        expect(headers.get('api-supported-versions')).toBe('1.0');
        expect(headers.get('cache-control')).toBeNull();
      },
    );
  });
});
