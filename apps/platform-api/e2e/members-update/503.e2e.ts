import { type HttpAnswer } from '@governance/testing';
import { Client } from 'pg';
import { type CredentialsApp } from '../support/credentials-app';
import { auditOf, listMembers, membersState, otherAdmin, setRole, startMembersApp } from '../support/members';

describe('PATCH /iam/members/{memberId}', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startMembersApp();
  });
  afterEach(() => app.close());

  function unavailable({ status, body, headers }: HttpAnswer): void {
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  }

  it('answers 503 while the identity provider is unavailable, and has no effect', async () => {
    const before = await membersState(app);
    app.provider.wire.isDown = true;
    unavailable(await setRole(app, { id: otherAdmin, role: 'viewer' }));
    expect([await membersState(app), await auditOf(app)]).toEqual([before, []]);
  });

  async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    const blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query(`LOCK TABLE ${table}`);
    await work().finally(() => blocker.end());
  }

  it('answers 503 while the database does not answer, and has no effect', async () => {
    const before = await membersState(app);
    await whileLocked('token_cut_offs', async () => {
      unavailable(await setRole(app, { id: otherAdmin, role: 'viewer' }));
    });
    expect([await membersState(app), await auditOf(app)]).toEqual([before, []]);
  });

  it('can be repeated after 503 at its end; until then the person has no more access than before', async () => {
    const token = app.personToken({ sub: otherAdmin });
    await whileLocked('audit_trail', async () => {
      unavailable(await setRole(app, { id: otherAdmin, role: 'viewer' }));
      expect((await listMembers(app, '', { token })).status).toBe(403);
    });
    expect((await setRole(app, { id: otherAdmin, role: 'viewer' })).status).toBe(200);
    expect(await auditOf(app)).toMatchObject([{ target: otherAdmin, outcome: 'done', reason: 'viewer' }]);
  });
});
