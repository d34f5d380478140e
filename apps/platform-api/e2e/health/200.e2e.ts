import { type PlatformApp, startPlatformApp } from '../support/platform-app';

describe('GET /health', () => {
  let app: PlatformApp;
  beforeAll(async () => {
    app = await startPlatformApp();
  });
  afterAll(() => app.close());

  it('answers 200 with status and environment, without a token', async () => {
    const { status, body } = await app.call('/health');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', environment: 'staging' } });
  });

  it('says that the process lives and that it is ready', async () => {
    expect((await app.call('/health/live')).status).toBe(200);
    expect((await app.call('/health/ready')).status).toBe(200);
  });

  it('goes on answering 200 without a database, and says that it is not ready', async () => {
    await app.loseDatabase();
    expect((await app.call('/health')).status).toBe(200);
    expect((await app.call('/health/live')).status).toBe(200);
    expect((await app.call('/health/ready')).status).toBe(503);
  });
});
