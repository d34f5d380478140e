import { type HttpAnswer } from '@governance/testing';
import { decodeJwt } from 'jose';
import { clause, type WayClause } from './clause';
import { untilTrue } from './until-true';
import { otherOrgId, strictOrgId, strictWindowSeconds, type Way } from './way';

const credentials = '/iam/m2m-credentials';
const body = { name: 'Nightly export', type: 'client_secret' };

/** What users can do with their tokens: the same clauses on every way. */
export const peopleClauses: readonly WayClause[] = [
  clause('an account admin who signs in at Keycloak is one of the organization', async (way) => {
    const token = await way.tokenOf();
    const me = await way.programs.call('/self/me', { token });
    expect([me.status, me.body.permissions]).toEqual([
      200,
      expect.arrayContaining(['m2m:credentials:write']),
    ]);
    expect((await create(way, token)).status).toBe(201);
  }),
  clause('a viewer reads the own profile, and gets 403 for credentials', async (way) => {
    const token = await way.tokenOf({ role: 'viewer' });
    expect((await way.programs.call('/self/profile', { token })).status).toBe(200);
    const refused = await create(way, token);
    expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_permissions']);
  }),
  clause('an admin of one organization gets 404 for a credential of another one', async (way) => {
    const created = await create(way, await way.tokenOf());
    const path = `${credentials}/${String(created.body.id)}`;
    const token = await way.tokenOf({ orgId: otherOrgId });
    expect((await way.programs.call(credentials, { token })).status).toBe(200);
    expect((await way.programs.call(path, { token })).status).toBe(404);
    expect((await way.programs.call(path, { token, method: 'DELETE' })).status).toBe(404);
    expect((await way.programs.call(path, { token: await way.tokenOf() })).status).toBe(200);
  }),
  clause('a second factor that has become stale gets 403 `step_up_required`', async (way) => {
    const token = await way.tokenOf({ orgId: strictOrgId });
    await untilTrue(async () => (await create(way, token)).status === 403);
    const refused = await create(way, token);
    expect(refused.body).toMatchObject({ error: 'step_up_required', max_age: strictWindowSeconds });
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_user_authentication", max_age="${strictWindowSeconds}"`,
    );
    // Reads need no fresh factor.
    expect((await way.programs.call(credentials, { token })).status).toBe(200);
  }),
  clause('the service account of a stranger gets 401', async (way) => {
    const token = await way.strangerToken();
    expect((await way.programs.call('/self/me', { token })).status).toBe(401);
    expect((await way.programs.call(credentials, { token })).status).toBe(401);
  }),
  clause('the audit trail names the user and the issuer', async (way) => {
    const token = await way.tokenOf();
    const created = await create(way, token);
    const trail = await way.programs.call('/iam/audit-events', { token });
    expect([trail.status, trail.body.audit_events]).toEqual([
      200,
      expect.arrayContaining([
        expect.objectContaining({
          operation: 'm2m-credentials:create',
          outcome: 'done',
          target: created.body.id,
          actor: expect.objectContaining({
            kind: 'person',
            issuer: way.peopleIssuer,
            subject: decodeJwt(token).sub,
          }) as unknown,
        }),
      ]),
    ]);
  }),
];

export function create(way: Way, token: string): Promise<HttpAnswer> {
  return way.programs.call(credentials, { method: 'POST', token, body });
}
