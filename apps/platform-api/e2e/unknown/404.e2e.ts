import { type PlatformApp, startPlatformApp } from '../support/platform-app';

describe('an unknown path of the platform', () => {
  let app: PlatformApp;
  beforeAll(async () => {
    app = await startPlatformApp();
  });
  afterAll(() => app.close());

  it.each([
    '/',
    '/self',
    '/self/me/42',
    '/iam',
    '/iam/m2m-credentials/42/secret',
    '/api/survey-results',
    '/assessment.json',
  ])('answers 404 in the shape of the platform for %s', async (path) => {
    const { status, body } = await app.call(path);
    expect(status).toBe(404);
    expect(body).toEqual({ error: 'not_found', error_description: 'there is nothing at this path' });
  });
});
