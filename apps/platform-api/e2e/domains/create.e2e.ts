import { given, type HttpAnswer } from '@governance/testing';
import { connectionId } from '../support/connections';
import { newOrganization, type Request } from '../support/credentials-app';
import { addDomain, auditOf, checkDomain, createDomain, domainsPath, domainsState } from '../support/domains';
import { leaveUnfinished, unfinished } from '../support/provider-changes';

const notDomain = 'name must be a domain, such as example.org';

const noConnection = 'connection_id must name a connection of type enterprise of this organization';

describe('POST /iam/domains', () => {
  describe('201, 409', () => {
    const app = given(newOrganization, beforeEach);

    it('answers 201 with the record to publish, lists the domain, and keeps challenge and proof when repeated § 10.7f', async () => {
      const connection_id = await connectionId(app);
      const { status, body, headers } = await createDomain(app, { name: 'ACME.Example', connection_id });
      const domain = {
        name: 'acme.example',
        connection_id,
        challenge: {
          name: '_governance-challenge.acme.example',
          value: 'A'.repeat(43),
          expires_at: '2026-11-27T12:00:00.000Z',
        },
        proven_at: null,
        missing_since: null,
        lapsed_at: null,
        created_at: '2026-11-20T12:00:00.000Z',
      };
      expect([status, body, headers.get('cache-control')]).toEqual([201, domain, 'no-store']);
      expect((await app.ask('GET', domainsPath)).body).toEqual({ domains: [domain] });
      await checkDomain(app, 'acme.example');
      const again = await createDomain(app, { connection_id: '' });
      const proven_at = '2026-11-20T12:00:00.000Z';
      expect([again.status, again.body]).toEqual([201, { ...domain, connection_id: null, proven_at }]);
      const rows = await app.sql(
        `SELECT operation, target, outcome FROM audit_trail WHERE operation = 'domains:create'`,
      );
      const row = { operation: 'domains:create', target: 'acme.example', outcome: 'done' };
      expect(rows).toEqual([row, row]);
    });

    it('answers 409 while another change of the domain is not finished, and has no effect', async () => {
      const name = await addDomain(app);
      const finish = await leaveUnfinished(app, name);
      const before = domainsState(app);
      const { status, body } = await createDomain(app);
      expect([status, body]).toEqual([409, unfinished]);
      expect(domainsState(app)).toEqual(before);
      await finish();
      await addDomain(app);
    });
  });

  describe('400', () => {
    const app = given(newOrganization);
    beforeAll(() => {
      const password = { id: 'con_password', name: 'Password', type: 'database', enabled: true };
      app.provider.directory.connections.set(app.orgId, [password]);
    });

    it.each([
      [{ name: undefined }, notDomain],
      [{ name: 7 }, 'name must be a string'],
      [{ name: 'localhost' }, notDomain],
      [{ name: '169.254.169.254' }, notDomain],
      [{ name: 'a@acme.example' }, notDomain],
      [{ name: '*.acme.example' }, notDomain],
      [{ name: 'co.uk' }, 'name must not be a public suffix'],
      [{ name: 'github.io' }, 'name must not be a public suffix'],
      [{ name: 'GMAIL.com' }, 'name must not be a domain of a mail provider'],
      [{ connection_id: 7 }, 'connection_id must be a string'],
      [{ connection_id: 'con_none' }, noConnection],
      [{ connection_id: 'con_password' }, noConnection],
      [{ proven_at: 'now' }, 'proven_at is not a member of this request'],
    ])('answers 400 to %j, and adds nothing', async (members, text) => {
      const before = domainsState(app);
      const { status, body } = await createDomain(app, members);
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
      expect(domainsState(app)).toEqual(before);
      expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'invalid_request' });
    });

    it('answers 400 to a body that is not an object § 10.7g', async () => {
      for (const body of ['{', []]) expect((await app.ask('POST', domainsPath, { body })).status).toBe(400);
    });
  });

  describe('503', () => {
    const app = given(newOrganization);
    const send = (request: Request): Promise<HttpAnswer> => createDomain(app, {}, request);

    it('answers 503 while the identity provider is unavailable, and has no effect § 10.7k', async () => {
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

describe('POST /iam/domains at the limit of the organization', () => {
  const app = given(newOrganization);
  beforeAll(() => {
    app.provider.domains.most = 1;
  });

  it('answers 409 and adds nothing § 10.7j', async () => {
    await addDomain(app);
    const before = domainsState(app);
    const { status, body } = await createDomain(app, { name: 'second.example' });
    expect([status, body]).toEqual([
      409,
      {
        error: 'conflict',
        error_description: 'the organization has reached its limit of domains: remove one first',
      },
    ]);
    expect(domainsState(app)).toEqual(before);
    await addDomain(app);
  });
});
