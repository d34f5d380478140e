import { type PublicApp, startPublicApp } from '../support/public-app';

describe('GET /api/certification/verify/{id} on the public host', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it.each([
    ['application/json', '42'],
    ['text/html', '42'],
    ['application/json', '%zz'],
    ['text/html', '%ff'],
  ])('answers 400 for an id that is not a UUID to a client that accepts %s, for %s', async (accept, id) => {
    const { status, body } = await app.get(`/api/certification/verify/${id}`, { accept });
    expect({ status, body }).toEqual({ status: 400, body: { error: 'id must be a UUID' } });
  });
});
