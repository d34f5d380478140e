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

  it('reports that the process is live and ready', async () => {
    expect((await app.call('/health/live')).status).toBe(200);
    expect((await app.call('/health/ready')).status).toBe(200);
  });

  it('still answers 200 without a database, and reports that it is not ready', async () => {
    await app.loseDatabase();
    expect((await app.call('/health')).status).toBe(200);
    expect((await app.call('/health/live')).status).toBe(200);
    expect((await app.call('/health/ready')).status).toBe(503);
  });
});
