import { randomUUID } from 'node:crypto';
import { type PlatformApp, startPlatformApp } from '../support/platform-app';

describe('the header api-supported-versions', () => {
  let app: PlatformApp;
  beforeAll(async () => {
    app = await startPlatformApp();
  });
  afterAll(() => app.close());

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

  it.each(calls)('is on the answer to $what', async ({ path, init, expected }) => {
    const { status, headers } = await app.call(path, init);
    expect(status).toBe(expected);
    expect(headers.get('api-supported-versions')).toBe('1.0');
  });
});
