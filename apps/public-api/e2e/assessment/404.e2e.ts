import { type PublicApp, startPublicApp } from '../support/public-app';

describe('GET /assessment/{version}.json', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it.each(['0.9.0', '1.0', '__proto__', 'constructor', '..%2F1.0.0'])(
    'answers 404 for version %s',
    async (version) => {
      const { status, body } = await app.get(`/assessment/${version}.json`);
      expect(status).toBe(404);
      expect(body).toEqual({ error: 'no rubric was published under this version' });
    },
  );
});
