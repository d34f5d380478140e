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
});
