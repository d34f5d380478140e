import { permissions } from '@governance/iam';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { claimsNamespace } from '../support/platform-app';
import { createUnusedIdentity, identitiesPath } from '../support/service-identities';

const needed = 'm2m:credentials:write';

describe('PATCH /iam/service-identities/{id}', () => {
  let app: CredentialsApp;
  let path: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    path = `${identitiesPath}/${(await createUnusedIdentity(app)).id}`;
  });
  afterEach(async () => {
    const rows = await app.sql('SELECT name, is_kept FROM service_identities');
    expect(rows).toEqual([{ name: 'Exports', is_kept: true }]);
  });
  afterAll(() => app.close());

  it('answers 403 without its permission, with every other one', async () => {
    const others = permissions.filter((permission) => permission !== needed);
    const token = app.personToken({ permissions: others });
    const { status, body, headers } = await app.ask('PATCH', path, { token, body: { name: 'Renamed' } });
    const text = `the access token lacks the permission ${needed}`;
    expect([status, body]).toEqual([403, { error: 'insufficient_permissions', error_description: text }]);
    const challenge = `Bearer error="insufficient_scope", scope="${needed}"`;
    expect(headers.get('www-authenticate')).toBe(challenge);
  });

  it('answers 403 to a token without an organization', async () => {
    const token = app.personToken({ org_id: undefined });
    const { status, body } = await app.ask('PATCH', path, { token, body: { name: 'Renamed' } });
    const text = 'the access token names no organization';
    expect([status, body]).toEqual([403, { error: 'insufficient_permissions', error_description: text }]);
  });

  it('answers 403 to a stale second factor, if the organization gates it', async () => {
    await app.sql('INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)', [
      app.orgId,
      ['service-identities:rename'],
    ]);
    const token = app.personToken({ [`${claimsNamespace}mfa_max_age`]: 300 });
    const { status, body } = await app.ask('PATCH', path, { token, body: { name: 'Renamed' } });
    expect([status, body]).toEqual([
      403,
      {
        error: 'step_up_required',
        error_description: 'sign in again with a second factor, then repeat the call',
        max_age: 300,
      },
    ]);
  });
});
