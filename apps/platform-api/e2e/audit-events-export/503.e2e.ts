import { auditPath } from '../support/audit-events';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

describe('GET /iam/audit-events/export while the database is unavailable', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 503 with Retry-After', async () => {
    const path = auditPath({}, '/export');
    expect((await app.ask('GET', path)).status).toBe(200);
    await app.loseDatabase();
    const { status, body, headers } = await app.ask('GET', path);
    expect([status, body]).toEqual([
      503,
      {
        error: 'temporarily_unavailable',
        error_description: 'the service is temporarily unavailable, try again',
      },
    ]);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect(headers.get('content-disposition')).toBeNull();
  });
});
