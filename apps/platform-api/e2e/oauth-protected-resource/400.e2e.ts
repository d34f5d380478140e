import { type PlatformApp, startPlatformApp } from '../support/platform-app';

describe('GET /.well-known/oauth-protected-resource with an api-version', () => {
  let app: PlatformApp;
  beforeAll(async () => {
    app = await startPlatformApp();
  });
  afterAll(() => app.close());

  it.each(['2.0', '1', 'latest', '1.0&api-version=2.0'])('answers 400 for %s', async (version) => {
    const path = `/.well-known/oauth-protected-resource?api-version=${version}`;
    const { status, headers, body } = await app.call(path);
    expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
    expect(headers.get('api-supported-versions')).toBe('1.0');
    expect(headers.get('cache-control')).toBeNull();
  });
});
