import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

const body = { name: 'Nightly export', type: 'client_secret' };

describe('POST /iam/m2m-credentials', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  async function expectRefused(token: string, request: object, text: string): Promise<void> {
    const answer = await app.manage('POST', '', { token, body: request });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 403,
      body: { error: 'insufficient_permissions', error_description: text },
    });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
  }

  it('answers 403 to permissions that the caller lacks, and creates nothing', async () => {
    const { id, clientId } = await app.create();
    const before = await app.sql('SELECT id FROM m2m_credentials');
    const held = ['m2m:credentials:write', 'm2m:credentials:read'];
    const text = 'permissions contains permissions that the access token lacks';
    for (const permissions of [['org:audit:read'], [...held, 'org:invitations:write']]) {
      await expectRefused(app.personToken({ permissions: held }), { ...body, permissions }, text);
      await expectRefused(app.machineToken(clientId, { permissions: held }), { ...body, permissions }, text);
    }
    expect(await app.sql('SELECT id FROM m2m_credentials')).toEqual(before);
    await app.manage('DELETE', `/${id}`);
  });

  it('answers 403 when the service identity has more permissions than the caller, and creates nothing', async () => {
    const { id, clientId } = await app.create({ permissions: ['org:invitations:write'] });
    const [row] = await app.sql('SELECT service_identity_id FROM m2m_credentials WHERE id = $1', [id]);
    const request = { ...body, service_identity_id: row?.service_identity_id };
    const permissions = ['m2m:credentials:write', 'm2m:credentials:read', 'self:profile:write'];
    for (const token of [app.personToken({ permissions }), app.machineToken(clientId, { permissions })]) {
      const text = 'the service identity has permissions that the access token lacks';
      await expectRefused(token, request, text);
    }
    const active = `SELECT id FROM m2m_credentials WHERE state = 'active'`;
    expect(await app.sql(active)).toEqual([{ id }]);
    expect(app.provider.clientIds).toEqual([clientId]);
  });
});
