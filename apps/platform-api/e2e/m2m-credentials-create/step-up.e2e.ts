import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { claimsNamespace } from '../support/platform-app';

const request = { body: { name: 'Nightly export', type: 'client_secret' } };

/** The claims for a second factor shown so many seconds ago, with a window of 300 seconds. */
function shownBefore(seconds: number): Record<string, unknown> {
  return {
    [`${claimsNamespace}mfa_at`]: Math.floor(Date.now() / 1_000) - seconds,
    [`${claimsNamespace}mfa_max_age`]: 300,
  };
}

describe('POST /iam/m2m-credentials with a stale second factor', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  function create(seconds: number): Promise<HttpAnswer> {
    return app.manage('POST', '', { ...request, token: app.personToken(shownBefore(seconds)) });
  }

  it('answers 403 until the same call is repeated with the new token (spec 5.3.4)', async () => {
    expect((await create(400)).body.error).toBe('step_up_required');
    expect((await app.manage('GET', '')).body).toEqual({ credentials: [] });
    expect((await create(1)).status).toBe(201);
  });

  it('answers 403 for a missing permission even after the caller signs in again (spec 5.3.5)', async () => {
    for (const seconds of [400, 1]) {
      const token = app.personToken({ ...shownBefore(seconds), permissions: ['m2m:credentials:read'] });
      const { status, body } = await app.manage('POST', '', { ...request, token });
      expect([status, body.error]).toEqual([403, 'insufficient_permissions']);
    }
  });

  it('applies the organization’s policy at the time of the call', async () => {
    const gate = `INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)
      ON CONFLICT (org_id) DO UPDATE SET gated_operations = excluded.gated_operations`;
    await app.sql(gate, [app.orgId, []]);
    expect((await create(400)).status).toBe(201);
    await app.sql(gate, [app.orgId, ['m2m-credentials:create']]);
    expect((await create(400)).status).toBe(403);
  });
});
