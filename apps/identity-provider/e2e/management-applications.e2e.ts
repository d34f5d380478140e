import { type IdentityApp, startIdentityApp } from './support/identity-app';

const application = { name: 'Partner reports', redirectUris: ['https://partner.example.org/callback'] };

describe('third-party applications in the management API', () => {
  let identity: IdentityApp;

  beforeAll(async () => {
    identity = await startIdentityApp();
  });
  afterAll(() => identity.close());

  it('are created, changed, listed and removed', async () => {
    const made = await identity.manage('PUT', '/applications/app_one', application);
    expect([made.status, made.body]).toEqual([
      200,
      {
        id: 'app_one',
        ...application,
        scope: ['openid', 'profile', 'email', 'offline_access', 'api:full:read', 'api:full:write'],
        createdAt: expect.any(String) as string,
      },
    ]);
    const changed = { ...application, name: 'Partner', scope: ['openid'] };
    await identity.manage('PUT', '/applications/app_one', changed);
    expect((await identity.manage('GET', '/applications/app_one')).body).toEqual({
      ...made.body,
      ...changed,
    });
    expect((await identity.manage('GET', '/applications')).body.applications).toHaveLength(1);
    for (const status of [204, 204]) {
      expect((await identity.manage('DELETE', '/applications/app_one')).status).toBe(status);
    }
    expect((await identity.manage('GET', '/applications/app_one')).status).toBe(404);
  });

  it.each([
    ['the id of one of ours', 'governance-cli', application],
    ['an id that a machine could have', '00000000-0000-4000-8000-000000000000', application],
    ['no redirect URI', 'app_two', { ...application, redirectUris: [] }],
    [
      'a redirect URI without TLS',
      'app_two',
      { ...application, redirectUris: ['http://partner.example.org/'] },
    ],
    [
      'a redirect URI that runs a script',
      'app_two',
      { ...application, redirectUris: ['javascript:alert(1)'] },
    ],
    ['an unknown scope', 'app_two', { ...application, scope: ['api:full:admin'] }],
    ['no scope', 'app_two', { ...application, scope: [] }],
  ])('are refused with %s', async (_case, id, body) => {
    const { status } = await identity.manage('PUT', `/applications/${id}`, body);
    expect([status, (await identity.manage('GET', '/applications')).body]).toEqual([
      400,
      { applications: [] },
    ]);
  });
});
