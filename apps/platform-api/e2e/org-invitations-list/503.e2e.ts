import { Client } from 'pg';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitationsPath, invitedId } from '../support/invitations';

const away = {
  error: 'temporarily_unavailable',
  error_description: 'the service is temporarily unavailable, try again',
};

describe('GET /iam/org-invitations', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 503 while the identity provider is unavailable: only it knows what was accepted', async () => {
    await invitedId(app);
    app.provider.wire.isDown = true;
    const { status, body, headers } = await app.ask('GET', invitationsPath);
    app.provider.wire.isDown = false;
    expect([status, body]).toEqual([503, away]);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await app.ask('GET', invitationsPath)).status).toBe(200);
  });

  it('answers 503 while the database does not answer', async () => {
    const blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE invitations');
    const { status, body } = await app.ask('GET', invitationsPath).finally(() => blocker.end());
    expect([status, body]).toEqual([503, away]);
  });
});
