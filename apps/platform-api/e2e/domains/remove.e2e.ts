import { given, type HttpAnswer } from '@governance/testing';
import { newOrganization, type Request } from '../support/credentials-app';
import { addDomain, auditOf, checkDomain, domainsPath, domainsState, removeDomain } from '../support/domains';
import { newConnectionsOrganization } from '../support/connections';
import { leaveUnfinished, unfinished } from '../support/provider-changes';

describe('DELETE /iam/domains/{domainName}', () => {
  describe('204', () => {
    const app = given(newOrganization);

    it('answers 204 without a body; the domain is gone with its proof, and another organization can prove it § 10.7t', async () => {
      const name = await addDomain(app);
      await checkDomain(app, name);
      const { status, text } = await removeDomain(app, name);
      expect([status, text]).toEqual([204, '']);
      expect((await app.ask('GET', domainsPath)).body).toEqual({ domains: [] });
      expect((await auditOf(app)).at(-1)).toMatchObject({
        operation: 'domains:remove',
        target: name,
        outcome: 'done',
      });
      expect((await removeDomain(app, name)).status).toBe(404);
      const token = app.personToken({ org_id: 'org_globex' });
      await addDomain(app, {}, { token });
      expect((await checkDomain(app, name, { token })).body).toMatchObject({ problem: null });
    });
  });

  describe('400', () => {
    const app = given(newOrganization);
    let name: string;
    beforeAll(async () => {
      name = await addDomain(app);
    });

    it('answers 400 to a body that is not JSON, although it needs none, and removes no domain § 10.7u', async () => {
      const before = domainsState(app);
      const { status, body } = await removeDomain(app, name, { body: '{' });
      const text = 'the request body is not valid JSON';
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
      expect(domainsState(app)).toEqual(before);
    });
  });

  describe('409', () => {
    const app = given(newConnectionsOrganization);

    it('answers 409 while another change of the domain is not finished, and has no effect § 10.7y', async () => {
      const name = await addDomain(app);
      const finish = await leaveUnfinished(app, name);
      const before = domainsState(app);
      const { status, body } = await removeDomain(app, name);
      expect([status, body]).toEqual([409, unfinished]);
      expect(domainsState(app)).toEqual(before);
      expect(await auditOf(app)).toMatchObject([{ outcome: 'refused', reason: 'conflict' }]);
      await finish();
      expect((await removeDomain(app, name)).status).toBe(204);
    });
  });

  describe('503', () => {
    const app = given(newOrganization);
    let name: string;
    beforeAll(async () => {
      name = await addDomain(app);
    });
    const send = (request: Request): Promise<HttpAnswer> => removeDomain(app, name, request);

    it('answers 503 while the identity provider is unavailable, and has no effect § 10.7z', async () => {
      const before = domainsState(app);
      app.provider.wire.isDown = true;
      const { status, body, headers } = await send({});
      app.provider.wire.isDown = false;
      expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect([domainsState(app), await auditOf(app)]).toEqual([before, []]);
    });
  });
});
