import { type PublicApp, startPublicApp } from '../support/public-app';

describe('GET /api/certification/verify/{id} on the public host', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it.each(['application/json', 'text/html'])(
    'answers 400 for an id that is no UUID to who accepts %s',
    async (accept) => {
      const { status, body } = await app.get('/api/certification/verify/42', { accept });
      expect({ status, body }).toEqual({ status: 400, body: { error: 'id must be a UUID' } });
    },
  );
});
