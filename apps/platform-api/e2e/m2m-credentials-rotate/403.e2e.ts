import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

describe('POST /iam/m2m-credentials/{credentialId}/rotate-secret', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 403 for every body when the service identity has more permissions than the caller, and rotates nothing', async () => {
    const { id, clientId, secret } = await app.create({
      permissions: ['m2m:credentials:read', 'org:invitations:write'],
    });
    const caller = await app.create();
    const held = { permissions: ['m2m:credentials:write', 'm2m:credentials:read'] };
    for (const token of [app.personToken(held), app.machineToken(caller.clientId, held)]) {
      for (const body of [undefined, {}, { new_public_key: 'no key' }]) {
        const answer = await app.manage('POST', `/${id}/rotate-secret`, { token, body });
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: 403,
          body: {
            error: 'insufficient_permissions',
            error_description: 'the service identity has permissions that the access token lacks',
          },
        });
        expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
      }
    }
    expect(await app.provider.accepts(clientId, secret)).toBe(true);
  });

  it('answers 200 when the service identity has no other permission than the caller, except on credentials', async () => {
    const permissions = ['self:organization:read', 'm2m:credentials:read', 'm2m:credentials:write'];
    const { id } = await app.create({ permissions });
    const token = app.personToken({ permissions: ['m2m:credentials:write'] });
    expect((await app.manage('POST', `/${id}/rotate-secret`, { token })).status).toBe(200);
  });
});
