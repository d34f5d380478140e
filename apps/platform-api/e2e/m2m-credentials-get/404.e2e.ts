import { randomUUID } from 'node:crypto';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

describe('GET /iam/m2m-credentials/{credentialId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 404, identical to the byte, for a credential of another organization, a revoked one and an unknown one', async () => {
    const foreign = await app.create({}, { token: app.personToken({ org_id: 'org_other' }) });
    const revoked = await app.create();
    await app.manage('DELETE', `/${revoked.id}`);
    const texts = new Set<string>();
    for (const id of [foreign.id, revoked.id, randomUUID(), 'not-an-id']) {
      const { status, text } = await app.manage('GET', `/${id}`);
      expect(status).toBe(404);
      texts.add(text);
    }
    expect([...texts]).toEqual([
      '{"error":"not_found","error_description":"there is no credential with this id"}',
    ]);
  });
});
