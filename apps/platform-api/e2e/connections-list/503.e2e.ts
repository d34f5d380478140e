import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

describe('GET /iam/connections while the identity provider is unavailable', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 503 with Retry-After', async () => {
    app.provider.wire.isDown = true;
    const { status, body, headers } = await app.ask('GET', '/iam/connections');
    expect([status, body]).toEqual([
      503,
      {
        error: 'temporarily_unavailable',
        error_description: 'the service is temporarily unavailable, try again',
      },
    ]);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
