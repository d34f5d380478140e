import { opened } from '@governance/testing';
import { startPlatformApp } from '../support/platform-app';

describe('GET /health', () => {
  const app = opened(startPlatformApp);

  it('answers 200 with status and environment, without a token § 2.6b 4.2a 4.2b 4b 5.2.1b', async () => {
    const { status, body } = await app.call('/health');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', environment: 'staging' } });
  });

  it('reports that the process is live and ready § 10.11a 10.11c', async () => {
    expect((await app.call('/health/live')).status).toBe(200);
    expect((await app.call('/health/ready')).status).toBe(200);
  });

  it('still answers 200 without a database, and reports that it is not ready § 10.11e', async () => {
    await app.loseDatabase();
    expect((await app.call('/health')).status).toBe(200);
    expect((await app.call('/health/live')).status).toBe(200);
    expect((await app.call('/health/ready')).status).toBe(503);
  });
});
