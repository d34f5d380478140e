import { randomUUID } from 'node:crypto';
import { type CredentialsApp } from '../support/credentials-app';
import { auditOf, membersState, setRole, startMembersApp, viewer } from '../support/members';

describe('PATCH /iam/members/{memberId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startMembersApp();
  });
  afterAll(() => app.close());

  it('answers 404, identical to the byte, for a member of another organization and an unknown one', async () => {
    const before = await membersState(app);
    const token = app.personToken({ org_id: 'org_globex' });
    const texts = new Set<string>();
    for (const id of [viewer, `user_${randomUUID()}`, randomUUID(), 'x'.repeat(300), '%00', '..%2F', '%27']) {
      const { status, text } = await setRole(app, { id, role: 'viewer' }, { token });
      expect(status).toBe(404);
      texts.add(text);
    }
    expect([...texts]).toEqual([
      JSON.stringify({ error: 'not_found', error_description: 'there is no member with this id' }),
    ]);
    expect(await membersState(app)).toEqual(before);
    expect((await auditOf(app))[0]).toMatchObject({
      target: viewer,
      org_id: 'org_globex',
      outcome: 'refused',
      reason: 'not_found',
    });
  });
});
