import { Client } from 'pg';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitedId, resend, stateOf } from '../support/invitations';

const away = {
  error: 'temporarily_unavailable',
  error_description: 'the service is temporarily unavailable, try again',
};

describe('POST /iam/org-invitations/{invitationId}/resend', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  it.each([0, 1, 2])(
    'answers 503 when call %i to the identity provider is lost, and changes nothing',
    async (calls) => {
      app.provider.directory.connections.set(app.orgId, [
        { id: 'con_1', name: 'Password', type: 'database', enabled: true },
      ]);
      const id = await invitedId(app, { connection_id: 'con_1' });
      const before = await stateOf(app);
      app.provider.wire.loseOne('request', calls);
      const { status, body, headers } = await resend(app, id);
      expect([status, body]).toEqual([503, away]);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await stateOf(app)).toEqual(before);
    },
  );

  it('answers 503 while the database does not answer: the older invitation stays', async () => {
    const id = await invitedId(app);
    const before = await stateOf(app);
    const blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE deliveries IN EXCLUSIVE MODE');
    const { status, body } = await resend(app, id).finally(() => blocker.end());
    expect([status, body]).toEqual([503, away]);
    expect(await stateOf(app)).toEqual(before);
  });
});
