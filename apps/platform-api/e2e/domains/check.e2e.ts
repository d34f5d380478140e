import { domainProblems } from '@governance/iam';
import { given, type HttpAnswer } from '@governance/testing';
import { newOrganization, type Request } from '../support/credentials-app';
import { addDomain, auditOf, checkDomain, domainsPath, domainsState } from '../support/domains';
import { probesPerWindow, probeWindowSeconds } from '../../src/connections/probe-limits';

describe('POST /iam/domains/{domainName}/check', () => {
  describe('200', () => {
    const app = given(newOrganization, beforeEach);
    let name: string;
    beforeEach(async () => {
      name = await addDomain(app);
    });

    it('answers 200 with the proven domain, in any spelling of its name, and when repeated § 10.7l', async () => {
      for (const spelling of [name, 'ACME.Example']) {
        const { status, body } = await checkDomain(app, spelling, { body: {} });
        expect([status, body]).toMatchObject([
          200,
          { domain: { name, proven_at: '2026-11-20T12:00:00.000Z' }, problem: null },
        ]);
      }
      expect((await auditOf(app))[0]).toMatchObject({
        operation: 'domains:check',
        target: name,
        reason: null,
      });
    });

    it('answers 200 with each problem, and records it', async () => {
      for (const problem of domainProblems) {
        app.provider.domains.problems.set(name, problem);
        const { status, body } = await checkDomain(app, name);
        expect([status, body]).toMatchObject([200, { domain: { name, proven_at: null }, problem }]);
        expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'done', reason: problem });
      }
    });
  });

  describe('400, 409', () => {
    const app = given(newOrganization, beforeEach);

    it('answers 400 to a body with members, or none of JSON, and proves nothing § 10.7m', async () => {
      const name = await addDomain(app);
      const before = domainsState(app);
      for (const body of [{ name: 'other.example' }, [], '{']) {
        expect((await checkDomain(app, name, { body })).status).toBe(400);
      }
      expect(domainsState(app)).toEqual(before);
    });

    it('answers 409 when another organization has proven the domain, and changes nothing § 10.7q', async () => {
      const token = app.personToken({ org_id: 'org_globex' });
      const name = await addDomain(app);
      await addDomain(app, {}, { token });
      expect((await checkDomain(app, name, { token })).body).toMatchObject({ problem: null });
      const before = domainsState(app);
      const { status, body } = await checkDomain(app, name);
      expect([status, body]).toEqual([
        409,
        { error: 'conflict', error_description: 'another organization has proven this domain' },
      ]);
      expect(domainsState(app)).toEqual(before);
      expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'conflict' });
    });
  });

  describe('429', () => {
    const app = given(newOrganization);
    let name: string;
    beforeAll(async () => {
      name = await addDomain(app);
      app.provider.domains.problems.set(name, 'record_missing');
      const calls = Array.from({ length: probesPerWindow }, () => checkDomain(app, name));
      for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    });

    it('answers 429 with Retry-After when the organization has used up its checks, and records it § 10.7r', async () => {
      const before = domainsState(app);
      app.provider.domains.problems.clear();
      const { status, body, headers } = await checkDomain(app, name);
      expect([status, body]).toEqual([
        429,
        {
          error: 'too_many_requests',
          error_description: 'too many checks of domains in this organization, try again later',
        },
      ]);
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(probeWindowSeconds - 120);
      expect(seconds).toBeLessThanOrEqual(probeWindowSeconds);
      // The record was there, but no check has looked for it.
      expect(domainsState(app)).toEqual(before);
      expect((await auditOf(app)).at(-1)).toMatchObject({
        operation: 'domains:check',
        outcome: 'refused',
        reason: 'too_many_requests',
      });
    });

    it('leaves other organizations and other operations alone', async () => {
      const token = app.personToken({ org_id: 'org_globex' });
      expect((await checkDomain(app, name, { token })).status).toBe(404);
      expect((await app.ask('GET', domainsPath)).status).toBe(200);
      expect((await app.ask('POST', '/iam/connections/con_none/test')).status).toBe(404);
    });
  });

  describe('503', () => {
    const app = given(newOrganization);
    let name: string;
    beforeAll(async () => {
      name = await addDomain(app);
    });
    const send = (request: Request): Promise<HttpAnswer> => checkDomain(app, name, request);

    it('answers 503 while the identity provider is unavailable, and has no effect § 10.7s', async () => {
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
