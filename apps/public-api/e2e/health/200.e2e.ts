import { type PublicApp, startPublicApp } from '../support/public-app';

describe('GET /health', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 200 with a status and nothing else', async () => {
    const { status, body } = await app.get('/health');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('reports that the process is live and ready', async () => {
    expect((await app.get('/health/live')).status).toBe(200);
    expect((await app.get('/health/ready')).status).toBe(200);
  });

  it('still answers 200 without a database, and reports that it is not ready', async () => {
    await app.loseDatabase();
    expect((await app.get('/health')).status).toBe(200);
    expect((await app.get('/health/live')).status).toBe(200);
    expect((await app.get('/health/ready')).status).toBe(503);
  });
});
