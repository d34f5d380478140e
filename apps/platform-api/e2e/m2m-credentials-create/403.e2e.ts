import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

const body = { name: 'Nightly export', type: 'client_secret' };

describe('POST /iam/m2m-credentials for a service identity', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 403 when it may do more than the caller, and creates nothing', async () => {
    const { id, clientId } = await app.create();
    const [row] = await app.sql('SELECT service_identity_id FROM m2m_credentials WHERE id = $1', [id]);
    const request = { ...body, service_identity_id: row?.service_identity_id };
    const permissions = ['m2m:credentials:write', 'm2m:credentials:read', 'self:profile:write'];
    for (const token of [app.personToken({ permissions }), app.machineToken(clientId, { permissions })]) {
      const answer = await app.manage('POST', '', { token, body: request });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 403,
        body: {
          error: 'insufficient_permissions',
          error_description: 'the service identity has permissions that the access token lacks',
        },
      });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    }
    expect(await app.sql('SELECT id FROM m2m_credentials')).toEqual([{ id }]);
    expect(app.provider.clientIds).toEqual([clientId]);
  });
});
