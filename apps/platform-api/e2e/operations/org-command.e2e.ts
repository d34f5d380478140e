import { callJson, freePort, type HttpAnswer, type ProgramEnd } from '@governance/testing';
import { sharedSurfaces } from '../machines/surfaces';
import { type System } from '../machines/system';

const orgId = 'org_policies';
const email = 'policy-admin@example.com';

describe('the command org', () => {
  let system: System;
  let platform: string;

  beforeAll(async () => {
    const surfaces = await sharedSurfaces();
    ({ system } = surfaces);
    [platform] = surfaces.platforms;
    await system.identity.putOrganization(orgId);
    await system.identity.putMember({ orgId, email, role: 'account-admin' });
  });

  const org = (...args: string[]): Promise<ProgramEnd> => system.run('platform-api/org', {}, args);

  /** As a user who signs in now, without a second factor. */
  async function write(method: string, path: string, body: object): Promise<HttpAnswer> {
    const token = await system.identity.tokenOf(email, '--mfa-at', 'none');
    return callJson(platform + path, { method, token, body });
  }

  const rename = (): Promise<HttpAnswer> => write('PATCH', '/self/profile', { display_name: 'On call' });
  const create = (): Promise<HttpAnswer> =>
    write('POST', '/iam/m2m-credentials', { name: 'Export', type: 'client_secret' });

  it('shows the policy of an organization', async () => {
    expect(await org('policy', orgId)).toEqual({
      code: 0,
      stdout:
        'org_policies: no second factor is required (mfa_max_age 0; gated: m2m-credentials:create, ' +
        'm2m-credentials:rotate, m2m-credentials:revoke, m2m-credentials:revoke-previous-secret, ' +
        'trust-rules:create, trust-rules:update, trust-rules:remove, credential-policy:update, ' +
        'connections:create, connections:update, connections:remove, domains:create, domains:check, ' +
        'domains:remove, members:remove, members:update, members:reset-second-factor, service-identities:rename, ' +
        'service-identities:delete, org-invitations:create-admin, org-invitations:resend-admin)',
      stderr: '',
    });
  });

  it('makes the running platform require a second factor for any write it names (spec 5.3.1) § 5.3.1d', async () => {
    expect([(await rename()).status, (await create()).status]).toEqual([200, 201]);
    expect(await org('policy', orgId, '--mfa-max-age', '600', '--gate', 'self-profile:update')).toEqual({
      code: 0,
      stdout: 'org_policies: a second factor from the last 600 seconds is required for self-profile:update',
      stderr: '',
    });
    const { status, body } = await rename();
    expect([status, body]).toEqual([
      403,
      expect.objectContaining({ error: 'step_up_required', max_age: 600 }),
    ]);
    expect((await create()).status).toBe(201);
    await org('policy', orgId, '--mfa-max-age', '0');
    expect((await rename()).status).toBe(200);
  });

  it('reports an error, exits with 1, and stores nothing', async () => {
    const before = await org('policy', orgId);
    const gate = ['--gate', 'none'];
    for (const [args, words] of [
      [['policy', 'org_unknown', ...gate], /^the identity provider knows no such organization\n$/],
      [['policy', orgId, '--gate', 'self-profile:delete'], /^--gate: unknown operation self-profile:delete/],
      [['policies', orgId], /^Usage: npm run operate -- org policy ORGANIZATION/],
    ] as const) {
      const { code, stdout, stderr } = await org(...args);
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(words)]);
    }
    const IDENTITY_MANAGEMENT_URL = `http://127.0.0.1:${await freePort()}/management`;
    const args = ['policy', orgId, ...gate];
    const away = await system.run('platform-api/org', { IDENTITY_MANAGEMENT_URL }, args);
    expect(away).toEqual({ code: 1, stdout: '', stderr: 'the identity provider is unavailable\n' });
    expect(await org('policy', orgId)).toEqual(before);
  });

  it('sets the windows of organizations whose provider is Keycloak, and refuses what Keycloak manages', async () => {
    const settings = {
      IDENTITY_PROVIDER: 'keycloak',
      OIDC_ISSUER: 'http://127.0.0.1:9/realms/governance',
      KEYCLOAK_CLIENT_SECRET: 'a-secret-that-is-not-used-0123456789',
    };
    const atKeycloak = (...args: string[]): Promise<ProgramEnd> =>
      system.run('platform-api/org', settings, args);
    expect(await atKeycloak('default-policy', '--second-factor-window', '900')).toEqual({
      code: 0,
      stdout: 'for issuers with window policy, a second factor from the last 900 seconds is required',
      stderr: '',
    });
    const own = ['policy', 'org_of_realm', '--second-factor-window', '300', '--gate', 'self-profile:update'];
    expect(await atKeycloak(...own)).toEqual({
      code: 0,
      stdout:
        'org_of_realm: for issuers with window policy, one from the last 300 seconds for self-profile:update',
      stderr: '',
    });
    expect(await atKeycloak('policy', 'org_of_realm', '--mfa-max-age', '60')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('use --second-factor-window') as string,
    });
    expect(await atKeycloak('members', 'org_of_realm')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'only policy, default-policy, seal-audit are available: the operators of the identity provider manage organizations there\n',
    });
  });
});
