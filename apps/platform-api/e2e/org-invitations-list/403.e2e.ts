import { permissions, permissionsOfRole } from '@governance/iam';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitationsPath, invitedId, invitee } from '../support/invitations';

describe('GET /iam/org-invitations', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 403 to a viewer, and to every caller without the permission, and shows no address', async () => {
    await invitedId(app);
    const others = permissions.filter((permission) => permission !== 'org:invitations:read');
    for (const held of [[...permissionsOfRole('viewer')], others]) {
      const token = app.personToken({ permissions: held });
      const { status, body, text } = await app.ask('GET', invitationsPath, { token });
      expect([status, body]).toEqual([
        403,
        {
          error: 'insufficient_permissions',
          error_description: 'the access token lacks the permission org:invitations:read',
        },
      ]);
      expect(text).not.toContain(invitee);
    }
  });
});
