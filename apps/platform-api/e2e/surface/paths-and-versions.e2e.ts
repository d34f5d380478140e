import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { startPlatformApp } from '../support/platform-app';

describe('the platform surface', () => {
  const app = opened(startPlatformApp);

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
});
