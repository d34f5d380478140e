import { connectionProblems } from '@governance/iam';
import { given, type HttpAnswer } from '@governance/testing';
import { type Request } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsPath,
  connectionsState,
  newConnectionsOrganization,
  password,
  testConnection,
  unknownConnection,
} from '../support/connections';
import { probesPerWindow, probeWindowSeconds } from '../../src/connections/probe-limits';
import { startPlatformApp } from '../support/platform-app';

describe('POST /iam/connections/{connectionId}/test', () => {
  describe('200', () => {
    const app = given(newConnectionsOrganization, beforeEach);
    let id: string;
    beforeEach(async () => {
      id = await connectionId(app, { enabled: false });
    });

    it('answers 200 without a problem, for a disabled connection too, and changes nothing § 10.6u', async () => {
      const before = await connectionsState(app);
      const passed = { ok: true, problem: null, problem_description: null };
      for (const body of [undefined, {}]) {
        const answer = await testConnection(app, id, { body });
        expect([answer.status, answer.body]).toEqual([200, passed]);
      }
      expect(await connectionsState(app)).toEqual(before);
    });

    it('answers 200 with every problem that the provider may have, and records it', async () => {
      for (const problem of connectionProblems) {
        app.provider.directory.problems.set(id, problem);
        const { status, body } = await testConnection(app, id);
        expect([status, body]).toEqual([
          200,
          { ok: false, problem, problem_description: expect.any(String) as string },
        ]);
      }
      app.provider.directory.problems.set(id, 'discovery_not_public');
      expect((await testConnection(app, id)).body.problem_description).toBe(
        'the discovery document could not be used: its host name leads to an address that is not public',
      );
      expect((await auditOf(app)).at(-1)).toMatchObject({
        operation: 'connections:test',
        target: id,
        outcome: 'done',
        reason: 'discovery_not_public',
      });
    });
  });

  describe('400', () => {
    const app = given(newConnectionsOrganization);
    let id: string;
    beforeAll(async () => {
      id = await connectionId(app);
    });

    it.each([
      ['{broken', 'the request body is not valid JSON'],
      [[], 'the request body must be a JSON object'],
      [{ issuer: 'http://169.254.169.254' }, 'issuer is not a member of this request'],
    ])('answers 400 to the body %j: only the stored issuer is tested', async (body, text) => {
      const answer = await testConnection(app, id, { body });
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'invalid_request', error_description: text },
      ]);
      expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'invalid_request' });
    });
  });

  describe('409', () => {
    const app = given(newConnectionsOrganization);

    it('answers 409 for a password § 10.6z', async () => {
      const { status, body } = await testConnection(app, password.id);
      expect([status, body.error_description]).toEqual([
        409,
        'only connections of type enterprise can be tested or removed',
      ]);
      expect(await auditOf(app)).toMatchObject([{ outcome: 'refused', reason: 'conflict' }]);
    });
  });

  describe('429', () => {
    const app = given(newConnectionsOrganization);
    let id: string;
    beforeAll(async () => {
      id = await connectionId(app);
    });
    beforeEach(() => app.sql('TRUNCATE rate_limits'));

    async function useUp(): Promise<void> {
      const calls = Array.from({ length: probesPerWindow }, () => testConnection(app, id));
      for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    }

    async function statusOf(request: Request = {}, tested = id): Promise<number> {
      return (await testConnection(app, tested, request)).status;
    }

    it('answers 429 with Retry-After when the organization has used up its tests, and records it § 10.6aa', async () => {
      await useUp();
      const { status, body, headers } = await testConnection(app, id);
      expect([status, body]).toEqual([
        429,
        {
          error: 'too_many_requests',
          error_description: 'too many tests of connections in this organization, try again later',
        },
      ]);
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(probeWindowSeconds - 120);
      expect(seconds).toBeLessThanOrEqual(probeWindowSeconds);
      expect((await auditOf(app)).at(-1)).toMatchObject({
        operation: 'connections:test',
        target: id,
        outcome: 'refused',
        reason: 'too_many_requests',
      });
    });

    it('makes no request to the provider then', async () => {
      await useUp();
      app.provider.directory.problems.set(id, 'keys_tls');
      const { status, text } = await testConnection(app, id);
      expect([status, text.includes('keys_tls')]).toEqual([429, false]);
      app.provider.directory.problems.clear();
    });

    it('counts calls for unknown connections, and none without the permission', async () => {
      for (let call = 0; call < 3; call += 1) {
        expect(await statusOf({ token: app.personToken({ permissions: [] }) })).toBe(403);
      }
      await useUp();
      expect(await statusOf({}, unknownConnection)).toBe(429);
    });

    it('leaves other organizations and other operations alone', async () => {
      await useUp();
      const token = app.personToken({ org_id: 'org_globex' });
      expect(await statusOf({ token })).toBe(404);
      expect((await app.ask('PATCH', `${connectionsPath}/${id}`, { body: {} })).status).toBe(200);
      expect((await app.ask('POST', '/iam/domains/unknown.example/check')).status).toBe(404);
    });

    it('holds over all replicas, and answers again when calls have left the window', async () => {
      const settings = { OIDC_ISSUER: app.issuer.issuer };
      const replica = await startPlatformApp({ beside: app, provider: app.provider, settings });
      const atReplica = async (): Promise<number> => {
        const headers = { authorization: `Bearer ${app.personToken()}` };
        return (await replica.call(`${connectionsPath}/${id}/test`, { method: 'POST', headers })).status;
      };
      await useUp();
      expect(await atReplica()).toBe(429);
      await app.sql(
        `UPDATE rate_limits SET hits = ARRAY(SELECT hit - interval '${probeWindowSeconds} seconds' FROM unnest(hits) AS hit)`,
      );
      expect([await atReplica(), await statusOf()]).toEqual([200, 200]);
      await replica.close();
    });
  });

  describe('503', () => {
    const app = given(newConnectionsOrganization);
    let id: string;
    beforeAll(async () => {
      id = await connectionId(app);
    });
    const send = (request: Request): Promise<HttpAnswer> => testConnection(app, id, request);

    it('answers 503 while the identity provider is unavailable, and has no effect § 10.6ab', async () => {
      const before = await connectionsState(app);
      app.provider.wire.isDown = true;
      const { status, body, headers } = await send({});
      app.provider.wire.isDown = false;
      expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
      expect([await connectionsState(app), await auditOf(app)]).toEqual([before, []]);
    });
  });
});
