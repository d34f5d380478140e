import { type PublicApp, startPublicApp } from '../support/public-app';

describe('GET /api/survey-results/{id}/verify', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it.each(['1', 'not-a-uuid', '3f1c5a0e7d2b4c7e9a512b8c6d4e0f19', "'%20OR%201=1", '%zz', '%ff'])(
    'answers 400 for the id %s',
    async (id) => {
      const { status, headers, body } = await app.get(`/api/survey-results/${id}/verify`);
      expect({ status, body }).toEqual({ status: 400, body: { error: 'id must be a UUID' } });
      expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    },
  );
});
