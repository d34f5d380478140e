import { randomUUID } from 'node:crypto';
import { type PlatformApp, publicBaseUrl, resultOf, startPlatformApp } from '../support/platform-app';

describe('GET /api/certification/verify/{id} in a browser', () => {
  let app: PlatformApp;
  beforeAll(async () => {
    app = await startPlatformApp();
  });
  afterAll(() => app.close());

  it('answers 302 to the verification page, identical for a known and an unknown id', async () => {
    const known = resultOf();
    await app.results.create(known, {});
    for (const id of [known.id, randomUUID()]) {
      const { status, headers } = await app.call(`/api/certification/verify/${id}`, {
        headers: { accept: 'text/html' },
      });
      expect(status).toBe(302);
      expect(headers.get('location')).toBe(`${publicBaseUrl}/verify/${id}`);
      expect(headers.get('vary')).toContain('Accept');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each<[string, (id: string) => string]>([
    ['a full stop behind it', (id) => `${id}.`],
    ['a bracket behind it', (id) => `${id}>`],
    ['no hyphens', (id) => id.replaceAll('-', '')],
    ['a hyphen lost at the end of a line', (id) => id.replace(/-(?=[^-]*$)/, '')],
    ['hyphens of a word processor', (id) => id.replaceAll('-', '\u2011')],
  ])('answers 302 to the verification page for an id with %s', async (_, copy) => {
    const id = randomUUID();
    for (const query of ['', '?utm_source=mail']) {
      const { status, headers } = await app.call(
        `/api/certification/verify/${encodeURIComponent(copy(id))}${query}`,
        { headers: { accept: 'text/html' } },
      );
      expect([status, headers.get('location')]).toEqual([302, `${publicBaseUrl}/verify/${id}`]);
    }
  });

  it.each(['api-version=2.0', 'api-version=1&api-version=2', 'api-version=x'])(
    'ignores the version in the query: %s',
    async (query) => {
      const path = `/api/certification/verify/${randomUUID()}?${query}`;
      expect((await app.call(path, { headers: { accept: 'text/html' } })).status).toBe(302);
      expect((await app.call(`${path}&format=json`)).status).toBe(200);
    },
  );
});
