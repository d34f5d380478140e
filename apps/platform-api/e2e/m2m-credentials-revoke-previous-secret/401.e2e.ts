import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createOverlap, type Overlap } from '../support/overlaps';

describe('DELETE /iam/m2m-credentials/{credentialId}/previous-secret', () => {
  let app: CredentialsApp;
  let overlap: Overlap;
  beforeAll(async () => {
    app = await startCredentialsApp();
    overlap = await createOverlap(app);
  });
  afterEach(async () => {
    expect(await app.provider.accepts(overlap.clientId, overlap.previous)).toBe(true);
  });
  afterAll(() => app.close());

  it('answers 401 without a token, and explains how to send one', async () => {
    const path = `/${overlap.id}/previous-secret`;
    const { status, body, headers } = await app.manage('DELETE', path, { token: undefined });
    expect([status, body.error]).toEqual([401, 'invalid_token']);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('answers 401 to an expired token, and to a machine without an active credential', async () => {
    for (const token of [app.personToken({ exp: 1 }), app.machineToken('unknown-client')]) {
      const { status, headers } = await app.manage('DELETE', `/${overlap.id}/previous-secret`, { token });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
  });
});
