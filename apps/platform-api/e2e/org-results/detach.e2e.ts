import { given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { newOrganization } from '../support/credentials-app';
import {
  attach,
  attachedResult,
  listResults,
  resultsPath,
  storeResult,
  withdraw,
} from '../support/org-results';

describe('DELETE /org/results/{resultId}', () => {
  describe('204', () => {
    const app = given(newOrganization);
    const detach = (id: string, request = {}) => app.ask('DELETE', `${resultsPath}/${id}`, request);

    it('answers 204 without a body, and then answers 404, until it is attached again § 10.13y', async () => {
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

    it('is in the audit trail, with its actor and target § 10.13ag', async () => {
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

  describe('400', () => {
    const app = given(newOrganization);
    let path: string;
    beforeAll(async () => {
      path = `${resultsPath}/${(await attachedResult(app)).id}`;
    });
    afterEach(async () => {
      expect(await app.sql('SELECT FROM org_results')).toHaveLength(1);
    });

    it('answers 400 to a body that is not JSON, although it needs none § 10.13z', async () => {
      const { status, body } = await app.ask('DELETE', path, { body: '{' });
      const text = 'the request body is not valid JSON';
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    });
  });

  describe('404', () => {
    const app = given(newOrganization);

    it('answers 404, identical to the byte, for one of another organization, one of none and an unknown one § 10.13ac', async () => {
      const token = app.personToken({ org_id: 'org_other' });
      const [foreign, free] = [await attachedResult(app, {}, { token }), await storeResult(app)];
      const before = await app.sql('SELECT * FROM org_results');
      const answers = new Set<string>();
      const ids = [
        foreign.id,
        foreign.capability,
        free.id,
        randomUUID(),
        'not-an-id',
        'a'.repeat(300),
        'export',
        '%27',
        '%00',
        '%zz',
      ];
      for (const id of ids) {
        const { status, headers, text } = await app.ask('DELETE', `${resultsPath}/${id}`);
        const shown = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
        answers.add(JSON.stringify([status, shown, text]));
      }
      expect([...answers]).toEqual([expect.stringMatching(/^\[404,.*there is no result with this id/)]);
      expect(before).toHaveLength(1);
      expect(await app.sql('SELECT * FROM org_results')).toEqual(before);
    });
  });
});
