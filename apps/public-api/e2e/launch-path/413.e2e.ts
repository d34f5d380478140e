import { type PublicApp, startPublicApp } from '../support/public-app';

describe('POST /api/launch-path', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 413 for more than 100 KiB', async () => {
    const { status, body } = await app.post('/api/launch-path', { notes: 'x'.repeat(102_400) });
    expect({ status, body }).toEqual({
      status: 413,
      body: { error: 'the request body is larger than 100 KiB' },
    });
  });
});
