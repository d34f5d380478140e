import { opened } from '@governance/testing';
import { startCredentialsApp } from '../support/credentials-app';

describe('POST /iam/m2m-credentials', () => {
  const app = opened(() => startCredentialsApp({ settings: { CREDENTIALS_PER_ORGANIZATION: 10 } }));

  const create = () => app.manage('POST', '', { body: { name: 'Nightly export', type: 'client_secret' } });

  it('answers 409 over the organization’s limit, for 50 concurrent requests too, and 201 again after a revocation § V2.3.2', async () => {
    const { id } = await app.create();
    const answers = await Promise.all(Array.from({ length: 50 }, create));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([
        `409 {"error":"conflict","error_description":"the organization has 10 credentials already: revoke one first"}`,
      ]),
    );
    const { body } = await app.manage('GET', '');
    expect(body.credentials).toHaveLength(10);
    expect(app.provider.clientIds).toHaveLength(10);

    const other = app.personToken({ org_id: 'org_other' });
    await app.create({}, { token: other });
    await app.manage('DELETE', `/${id}`);
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(409);
  });
});
