import { permissionsOfRole } from '@governance/iam';
import { type CredentialsApp } from '../support/credentials-app';
import { listMembers, otherAdmin, setRole, startMembersApp, viewer } from '../support/members';

const lacking = {
  error: 'insufficient_permissions',
  error_description: 'the access token lacks the permission org:members:read',
};

describe('GET /iam/members', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startMembersApp();
  });
  afterAll(() => app.close());

  it('answers 403 to a viewer', async () => {
    const token = app.personToken({ sub: viewer, permissions: [...permissionsOfRole('viewer')] });
    const { status, body, headers } = await listMembers(app, '', { token });
    expect([status, body]).toEqual([403, lacking]);
    expect(headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="org:members:read"',
    );
  });

  it('answers 403 to a demoted admin, as soon as one of their writes was refused', async () => {
    const token = app.personToken({ sub: otherAdmin });
    expect((await listMembers(app, '', { token })).status).toBe(200);
    expect((await setRole(app, { id: otherAdmin, role: 'viewer' })).status).toBe(200);
    expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(403);
    const { status, body } = await listMembers(app, '', { token });
    expect([status, body]).toEqual([403, lacking]);
  });

  it('answers a machine with the permission 200: machines may read', async () => {
    const { clientId } = await app.create();
    expect((await listMembers(app, '', { token: app.machineToken(clientId) })).status).toBe(200);
  });
});
