import { type PublicApp, startPublicApp } from '../support/public-app';

describe('GET /.well-known/status/{list}', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it.each(['0', '99999999999', '-1', '1e3', 'list', '00'])(
    'answers 404 for the unsigned list %s',
    async (list) => {
      const { status, body } = await app.get(`/.well-known/status/${list}`);
      expect({ status, body }).toEqual({ status: 404, body: { error: 'there is no such status list' } });
    },
  );
});
