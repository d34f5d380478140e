import { type PublicApp, startPublicApp } from '../support/public-app';

describe('POST /api/launch-path', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 415 for another media type', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await app.post('/api/launch-path', 'mode=msp-self', headers)).status).toBe(415);
  });
});
