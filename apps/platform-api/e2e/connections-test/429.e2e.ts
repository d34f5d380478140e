import { probesPerWindow, probeWindowSeconds } from '../../src/connections/probe-limits';
import { type CredentialsApp, type Request } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsPath,
  startConnectionsApp,
  testConnection,
  unknownConnection,
} from '../support/connections';
import { startPlatformApp } from '../support/platform-app';

describe('POST /iam/connections/{connectionId}/test', () => {
  let app: CredentialsApp;
  let id: string;
  beforeAll(async () => {
    app = await startConnectionsApp();
    id = await connectionId(app);
  });
  beforeEach(() => app.sql('TRUNCATE rate_limits'));
  afterAll(() => app.close());

  async function useUp(): Promise<void> {
    const calls = Array.from({ length: probesPerWindow }, () => testConnection(app, id));
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  }

  async function statusOf(request: Request = {}, tested = id): Promise<number> {
    return (await testConnection(app, tested, request)).status;
  }

  it('answers 429 with Retry-After when the organization has used up its tests, and records it', async () => {
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
