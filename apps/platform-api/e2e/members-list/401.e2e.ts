import { type CredentialsApp } from '../support/credentials-app';
import { listMembers, otherAdmin, removeMember, setRole, startMembersApp, viewer } from '../support/members';

const badToken = { error: 'invalid_token', error_description: 'the access token is not valid' };

describe('GET /iam/members', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startMembersApp();
  });
  afterAll(() => app.close());

  it('answers 401 without a valid token', async () => {
    for (const token of [undefined, 'nonsense', app.machineToken('unknown')]) {
      const { status, body } = await listMembers(app, '', { token });
      expect([status, body.error]).toEqual([401, 'invalid_token']);
    }
  });

  it('answers 401 to a removed admin, as soon as one of their writes was refused', async () => {
    const token = app.personToken({ sub: otherAdmin });
    expect((await listMembers(app, '', { token })).status).toBe(200);
    expect((await removeMember(app, otherAdmin)).status).toBe(204);
    expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(401);
    const { status, body } = await listMembers(app, '', { token });
    expect([status, body]).toEqual([401, badToken]);
  });
});
