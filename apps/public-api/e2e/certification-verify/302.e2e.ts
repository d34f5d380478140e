import { randomUUID } from 'node:crypto';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';

describe('GET /api/certification/verify/{id} on the public host', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it.each([
    ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['a client that accepts anything', '*/*'],
    ['a client that prefers HTML', 'text/html, application/json;q=0.9'],
  ])('redirects %s to the verification page, for known and unknown ids', async (_, accept) => {
    for (const id of [String((await submit(app)).id), randomUUID()]) {
      const { status, headers } = await app.get(`/api/certification/verify/${id}`, { accept });
      expect(status).toBe(302);
      expect(headers.get('location')).toBe(`https://assess.example.org/verify/${id}`);
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
      const { status, headers } = await app.get(
        `/api/certification/verify/${encodeURIComponent(copy(id))}${query}`,
        { accept: 'text/html' },
      );
      expect([status, headers.get('location')]).toEqual([302, `https://assess.example.org/verify/${id}`]);
    }
  });

  it.each(['api-version=2.0', 'api-version=1&api-version=2', 'api-version=x'])(
    'ignores the version in the query: %s',
    async (query) => {
      const path = `/api/certification/verify/${randomUUID()}?${query}`;
      expect((await app.get(path, { accept: 'text/html' })).status).toBe(302);
      expect((await app.get(`${path}&format=json`)).status).toBe(200);
    },
  );
});
