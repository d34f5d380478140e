import { permissions } from '@governance/iam';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { permissionsPath } from '../support/service-identities';

const needed = 'm2m:credentials:read';

describe('GET /iam/permissions', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 403 without its permission, with every other one', async () => {
    const others = permissions.filter((permission) => permission !== needed);
    const token = app.personToken({ permissions: others });
    const { status, body, headers } = await app.ask('GET', permissionsPath, { token });
    const text = `the access token lacks the permission ${needed}`;
    expect([status, body]).toEqual([403, { error: 'insufficient_permissions', error_description: text }]);
    const challenge = `Bearer error="insufficient_scope", scope="${needed}"`;
    expect(headers.get('www-authenticate')).toBe(challenge);
  });

  it('answers 403 to a token without an organization', async () => {
    const token = app.personToken({ org_id: undefined });
    const { status, body } = await app.ask('GET', permissionsPath, { token });
    const text = 'the access token names no organization';
    expect([status, body]).toEqual([403, { error: 'insufficient_permissions', error_description: text }]);
  });
});
