import { holdersOnly, pathOf } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';

describe('GET /api/results/{capability}', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 503 while the database is away, and 404 for a wrong capability without asking it', async () => {
    const path = pathOf(await submit(app));
    await app.loseDatabase();
    for (const below of ['', '/delivery']) {
      const { status, body, headers } = await app.get(path + below);
      const error = 'the service is temporarily unavailable, try again';
      expect({ status, body }).toEqual({ status: 503, body: { error } });
      expect(Object.fromEntries(headers)).toMatchObject({ ...holdersOnly, 'retry-after': '2' });
      expect((await app.get(`/api/results/${'A'.repeat(48)}${below}`)).status).toBe(404);
    }
  });
});
