import { given, type HttpAnswer } from '@governance/testing';
import { newOrganization, type Request } from '../support/credentials-app';
import { addDomain, auditOf, domainsPath, domainsState } from '../support/domains';

describe('GET /iam/domains', () => {
  describe('200', () => {
    const app = given(newOrganization);

    it('answers 200 with the domains of the organization, ordered by name § 10.7a', async () => {
      for (const name of ['second.example', 'first.example']) await addDomain(app, { name });
      const { status, body, headers } = await app.ask('GET', domainsPath);
      expect([status, body]).toMatchObject([
        200,
        { domains: [{ name: 'first.example' }, { name: 'second.example' }] },
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
      const token = app.personToken({ org_id: 'org_globex' });
      expect((await app.ask('GET', domainsPath, { token })).body).toEqual({ domains: [] });
    });

    it('is open to a machine with the permission, which changes nothing', async () => {
      const { clientId } = await app.create();
      expect((await app.ask('GET', domainsPath, { token: app.machineToken(clientId) })).status).toBe(200);
    });
  });

  describe('503', () => {
    const app = given(newOrganization);
    const send = (request: Request): Promise<HttpAnswer> => app.ask('GET', domainsPath, request);

    it('answers 503 while the identity provider is unavailable, and has no effect § 10.7e', async () => {
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
