import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

describe('GET /self/me', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 200 with subject, scope and permissions of the token, and nothing else', async () => {
    const permissions = ['self:profile:read', 'self:profile:write', 'self:organization:read'];
    const token = app.personToken({
      sub: 'auth0|5f0c8f5e',
      scope: 'openid profile email offline_access api:full:read api:full:write',
      permissions: [...permissions, 'billing:read'],
    });
    const { status, headers, body } = await app.ask('GET', '/self/me', { token });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        sub: 'auth0|5f0c8f5e',
        scope: 'openid profile email offline_access api:full:read api:full:write',
        permissions,
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('answers 200 to a token without scope, permissions and organization, with empty members', async () => {
    const token = app.personToken({ scope: undefined, permissions: undefined, org_id: undefined });
    const { status, body } = await app.ask('GET', '/self/me', { token });
    expect({ status, body }).toEqual({
      status: 200,
      body: { sub: 'person-1', scope: '', permissions: [] },
    });
  });

  it('answers 200 to a machine with an active credential, without permissions reserved for users', async () => {
    const { clientId } = await app.create();
    const token = app.machineToken(clientId, { permissions: ['self:profile:read', 'm2m:credentials:read'] });
    const { status, body } = await app.ask('GET', '/self/me', { token });
    expect({ status, body }).toEqual({
      status: 200,
      body: { sub: clientId, scope: 'api:full:read api:full:write', permissions: ['m2m:credentials:read'] },
    });
  });
});
