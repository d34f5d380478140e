import { auditPath } from '../support/audit-events';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

describe('GET /iam/audit-events/export', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 401 without a valid token, before it reads the parameters', async () => {
    const { clientId, id } = await app.create();
    const revoked = app.machineToken(clientId);
    await app.manage('DELETE', `/${id}`);
    for (const token of [undefined, 'nonsense', app.personToken({ exp: 1 }), revoked]) {
      const { status, body } = await app.ask('GET', auditPath({ from: 'x' }, '/export'), { token });
      expect([status, body.error]).toEqual([401, 'invalid_token']);
    }
  });
});
