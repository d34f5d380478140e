import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { attach, attachedResult, listResults, resultsPath, withdraw } from '../support/org-results';

describe('DELETE /org/results/{resultId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  const detach = (id: string, request = {}) => app.ask('DELETE', `${resultsPath}/${id}`, request);

  it('answers 204 without a body, and then answers 404, until it is attached again', async () => {
    const [{ id, capability }, other] = [await attachedResult(app), await attachedResult(app)];
    const { status, headers, text } = await detach(id.toUpperCase());
    expect([status, text, headers.get('cache-control')]).toEqual([204, '', 'no-store']);
    expect((await listResults(app)).map((entry) => entry.id)).toEqual([other.id]);
    expect((await detach(id)).status).toBe(404);
    expect((await attach(app, capability)).status).toBe(201);
  });

  it('detaches a withdrawn result, and leaves the result itself and other organizations as they are', async () => {
    const token = app.personToken({ org_id: 'org_other' });
    const { id, capability } = await attachedResult(app);
    expect((await attach(app, capability, { token })).status).toBe(201);
    await withdraw(app, id);
    expect((await detach(id)).status).toBe(204);
    expect(await listResults(app, '', token)).toMatchObject([
      { id, withdrawn_at: expect.any(String) as unknown },
    ]);
    expect(await app.sql('SELECT FROM survey_results WHERE id = $1', [id])).toHaveLength(1);
  });

  it('is in the audit trail, with its actor and target', async () => {
    const { id } = await attachedResult(app);
    const { clientId } = await app.create();
    const token = app.machineToken(clientId, { permissions: ['org:results:write'] });
    expect((await detach(id, { token })).status).toBe(204);
    const rows = await app.sql(
      `SELECT * FROM audit_trail WHERE target = $1 AND operation = 'org-results:detach'`,
      [id],
    );
    expect(rows).toMatchObject([
      { outcome: 'done', org_id: app.orgId, actor_kind: 'machine', actor_subject: clientId },
    ]);
  });
});
