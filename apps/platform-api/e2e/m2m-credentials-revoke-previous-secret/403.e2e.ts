import { permissions } from '@governance/iam';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createOverlap, type Overlap } from '../support/overlaps';
import { claimsNamespace } from '../support/platform-app';

const needed = 'm2m:credentials:write';

describe('DELETE /iam/m2m-credentials/{credentialId}/previous-secret', () => {
  let app: CredentialsApp;
  let overlap: Overlap;
  let path: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    overlap = await createOverlap(app);
    path = `/${overlap.id}/previous-secret`;
  });
  afterEach(async () => {
    expect(await app.provider.accepts(overlap.clientId, overlap.previous)).toBe(true);
  });
  afterAll(() => app.close());

  it('answers 403 without its permission, with every other one', async () => {
    const others = permissions.filter((permission) => permission !== needed);
    const token = app.personToken({ permissions: others });
    const { status, body } = await app.manage('DELETE', path, { token });
    const text = `the access token lacks the permission ${needed}`;
    expect([status, body]).toEqual([403, { error: 'insufficient_permissions', error_description: text }]);
  });

  it('answers 403 to a stale second factor, by the default policy', async () => {
    const token = app.personToken({ [`${claimsNamespace}mfa_max_age`]: 300 });
    const { status, body } = await app.manage('DELETE', path, { token });
    expect([status, body]).toMatchObject([403, { error: 'step_up_required', max_age: 300 }]);
  });
});
