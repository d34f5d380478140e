import { type HttpAnswer } from '@governance/testing';
import { Client } from 'pg';
import { type CredentialsApp } from '../support/credentials-app';
import { auditOf, membersState, otherAdmin, removeMember, startMembersApp, viewer } from '../support/members';

describe('DELETE /iam/members/{memberId}', () => {
  let app: CredentialsApp;
  let before: unknown;
  beforeEach(async () => {
    app = await startMembersApp();
    before = await membersState(app);
  });
  afterEach(() => app.close());

  function unavailable({ status, body, headers }: HttpAnswer): void {
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  }

  it('answers 503 while the identity provider is unavailable, and has no effect', async () => {
    app.provider.wire.isDown = true;
    unavailable(await removeMember(app, viewer));
    expect([await membersState(app), await auditOf(app)]).toEqual([before, []]);
  });

  it('answers 503 when the provider is lost after the cut-off: access is removed first, and the call can be repeated', async () => {
    const token = app.personToken({ sub: otherAdmin });
    app.provider.wire.loseOne('request', 1);
    unavailable(await removeMember(app, otherAdmin));
    expect((await removeMember(app, viewer, { token })).status).toBe(401);
    expect((await removeMember(app, otherAdmin)).status).toBe(204);
  });

  it('answers 503 while the database does not answer, and has no effect', async () => {
    const blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE token_cut_offs');
    unavailable(await removeMember(app, viewer).finally(() => blocker.end()));
    expect([await membersState(app), await auditOf(app)]).toEqual([before, []]);
  });
});
