import { randomUUID } from 'node:crypto';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createOverlap } from '../support/overlaps';

describe('DELETE /iam/m2m-credentials/{credentialId}/previous-secret', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  async function refusal(id: string): Promise<unknown> {
    const { status, body } = await app.manage('DELETE', `/${id}/previous-secret`);
    expect([status, body.error]).toEqual([404, 'not_found']);
    return body.error_description;
  }

  it('answers 404 for a credential of another organization, which keeps both secrets', async () => {
    const foreign = await createOverlap(app, {}, { token: app.personToken({ org_id: 'org_other' }) });
    for (const id of [foreign.id, randomUUID(), 'not-an-id']) {
      expect(await refusal(id)).toBe('there is no credential with this id');
    }
    for (const secret of [foreign.secret, foreign.previous]) {
      expect(await app.provider.accepts(foreign.clientId, secret)).toBe(true);
    }
  });

  it('answers 404 when the last rotation had no overlap, and when the overlap has ended', async () => {
    const text = 'this credential has no previous secret or key';
    const { id } = await app.create();
    expect(await refusal(id)).toBe(text);
    const ended = await createOverlap(app);
    await app.manage('DELETE', `/${ended.id}/previous-secret`);
    expect(await refusal(ended.id)).toBe(text);
    const late = await createOverlap(app);
    await app.sql('UPDATE m2m_credentials SET previous_expires_at = now() WHERE id = $1', [late.id]);
    expect(await refusal(late.id)).toBe(text);
    const rotated = await createOverlap(app);
    await app.manage('POST', `/${rotated.id}/rotate-secret`);
    expect(await refusal(rotated.id)).toBe(text);
  });
});
