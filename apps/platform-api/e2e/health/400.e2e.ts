import { type PlatformApp, startPlatformApp } from '../support/platform-app';

describe('GET /health with an api-version', () => {
  let app: PlatformApp;
  beforeAll(async () => {
    app = await startPlatformApp();
  });
  afterAll(() => app.close());

  it.each(['2.0', '1', '01.0', '1.0.0', '-1.0', 'latest', '1.0&api-version=2.0'])(
    'answers 400 for %s',
    async (version) => {
      const { status, headers, body } = await app.call(`/health?api-version=${version}`);
      expect(status).toBe(400);
      expect(body).toEqual({
        error: 'unsupported_api_version',
        error_description: expect.any(String) as unknown,
      });
      expect(headers.get('api-supported-versions')).toBe('1.0');
    },
  );

  it('answers 400 on the probes too', async () => {
    for (const probe of ['live', 'ready']) {
      const { status, body } = await app.call(`/health/${probe}?api-version=2.0`);
      expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
    }
  });

  it.each(['', 'api-version=1.0', 'api-version=', 'api-version=1.0&api-version=1.0'])(
    'answers 200 for ?%s',
    async (query) => {
      expect((await app.call(`/health?${query}`)).status).toBe(200);
    },
  );
});
