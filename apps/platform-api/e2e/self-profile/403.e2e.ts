import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

const path = '/self/profile';

describe('/self/profile without its permission', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it.each([
    ['GET', 'self:profile:read', 'self:profile:write'],
    ['PATCH', 'self:profile:write', 'self:profile:read'],
  ])('answers 403 to %s without %s', async (method, missing, other) => {
    const token = app.personToken({ permissions: [other] });
    const { status, body } = await app.ask(method, path, { token, ...(method === 'PATCH' && { body: {} }) });
    expect({ status, body }).toEqual({
      status: 403,
      body: {
        error: 'insufficient_permissions',
        error_description: `the access token lacks the permission ${missing}`,
      },
    });
  });

  it('answers 403 to a machine with any permissions: only users have profiles', async () => {
    const { clientId } = await app.create();
    const token = app.machineToken(clientId, { permissions: ['self:profile:read', 'self:profile:write'] });
    expect((await app.ask('GET', path, { token })).status).toBe(403);
    expect((await app.ask('PATCH', path, { token, body: { display_name: 'M' } })).status).toBe(403);
  });
});
