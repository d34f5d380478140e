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
});
