import { type CredentialsApp } from '../support/credentials-app';
import {
  admin,
  auditOf,
  laterToken,
  listMembers,
  otherAdmin,
  removeMember,
  startMembersApp,
  viewer,
} from '../support/members';

describe('DELETE /iam/members/{memberId}', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startMembersApp();
  });
  afterEach(() => app.close());

  it('answers 204 without a body; the member is gone from the list, and the audit trail names them', async () => {
    const { status, text } = await removeMember(app, viewer);
    expect([status, text]).toEqual([204, '']);
    expect((await listMembers(app)).text).not.toContain(viewer);
    expect(await auditOf(app)).toEqual([
      {
        operation: 'members:remove',
        target: viewer,
        outcome: 'done',
        reason: null,
        actor_kind: 'person',
        actor_subject: admin,
        org_id: app.orgId,
      },
    ]);
  });

  it('ends the tokens that the member has in this organization, and no others', async () => {
    const ask = async (token: string): Promise<number> =>
      (await app.ask('PATCH', '/self/profile', { token, body: {} })).status;
    const token = app.personToken({ sub: otherAdmin });
    expect(await ask(token)).toBe(200);
    await removeMember(app, otherAdmin);
    expect(await ask(token)).toBe(401);
    expect(await ask(app.personToken({ sub: otherAdmin, org_id: 'org_globex' }))).toBe(200);
    expect(await ask(app.personToken({ sub: viewer }))).toBe(200);
    expect(await ask(laterToken(app, { sub: otherAdmin }))).toBe(200);
  });

  it('can be repeated, by the organization of the former member only', async () => {
    for (let time = 0; time < 2; time += 1) expect((await removeMember(app, viewer)).status).toBe(204);
    const token = app.personToken({ org_id: 'org_globex' });
    expect((await removeMember(app, viewer, { token })).status).toBe(404);
  });

  it('lets an admin leave while another one is left', async () => {
    const token = app.personToken();
    expect((await removeMember(app, admin, { token })).status).toBe(204);
    expect((await removeMember(app, viewer, { token })).status).toBe(401);
    expect((await removeMember(app, viewer, { token: app.personToken({ sub: otherAdmin }) })).status).toBe(
      204,
    );
  });
});
