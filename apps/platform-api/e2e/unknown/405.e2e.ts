import { type PlatformApp, startPlatformApp } from '../support/platform-app';

describe('an unsupported method of a platform path', () => {
  let app: PlatformApp;
  beforeAll(async () => {
    app = await startPlatformApp();
  });
  afterAll(() => app.close());

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('answers 405 with Allow for %s', async (method) => {
    const { status, headers, body } = await app.call('/health', { method });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD');
    expect(body).toMatchObject({ error: 'method_not_allowed' });
  });
});
