import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invite, invitee, kept, nothing } from '../support/invitations';

describe('POST /iam/org-invitations for a member', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
    app.provider.gateway.members.add(`org_acme ${invitee}`);
  });
  afterAll(() => app.close());

  it('answers 409 without the address, and sends nothing', async () => {
    const { status, body, text } = await invite(app);
    expect([status, body]).toEqual([
      409,
      { error: 'conflict', error_description: 'a member of this organization has this address' },
    ]);
    expect(text).not.toContain(invitee);
    expect(await kept(app)).toEqual(nothing);
  });

  it('invites the same person into another organization', async () => {
    const token = app.personToken({ org_id: 'org_globex' });
    expect((await invite(app, {}, { token })).status).toBe(201);
  });
});
