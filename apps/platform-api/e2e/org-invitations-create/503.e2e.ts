import { Client } from 'pg';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invite, kept, nothing } from '../support/invitations';

const away = {
  error: 'temporarily_unavailable',
  error_description: 'the service is temporarily unavailable, try again',
};

describe('POST /iam/org-invitations', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  it('answers 503 while the identity provider is unavailable, and stores no invitation', async () => {
    app.provider.wire.isDown = true;
    for (const members of [{}, { connection_id: 'con_1' }]) {
      const { status, body, headers } = await invite(app, members);
      expect([status, body]).toEqual([503, away]);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect(await kept(app)).toEqual(nothing);
  });

  it('answers 503 while the database does not answer, and offers nothing', async () => {
    const blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE deliveries');
    const { status, body } = await invite(app).finally(() => blocker.end());
    expect([status, body]).toEqual([503, away]);
    expect(await kept(app)).toEqual(nothing);
    expect(app.provider.gateway.offers.size).toBe(0);
  });
});
