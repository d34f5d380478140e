import { Client } from 'pg';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitedId, listed, revoke, stateOf } from '../support/invitations';

const away = {
  error: 'temporarily_unavailable',
  error_description: 'the service is temporarily unavailable, try again',
};

describe('DELETE /iam/org-invitations/{invitationId}', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  it('answers 503 while the identity provider is unavailable, and changes nothing', async () => {
    const id = await invitedId(app);
    const before = await stateOf(app);
    app.provider.wire.isDown = true;
    const { status, body } = await revoke(app, id);
    app.provider.wire.isDown = false;
    expect([status, body]).toEqual([503, away]);
    expect(await stateOf(app)).toEqual(before);
    expect((await revoke(app, id)).status).toBe(204);
  });

  it('answers 503 while the database cannot record it: the link is dead, and a repeated call finishes', async () => {
    const id = await invitedId(app);
    const blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE invitations IN EXCLUSIVE MODE');
    const { status, body } = await revoke(app, id).finally(() => blocker.end());
    expect([status, body]).toEqual([503, away]);
    expect(app.provider.gateway.offers.size).toBe(0);
    expect(await listed(app)).toEqual([[id, 'revoked']]);
    expect((await revoke(app, id)).status).toBe(204);
    expect(await listed(app)).toEqual([[id, 'revoked']]);
  });
});
