import { permissionsOfRole } from '@governance/iam';
import { given, type HttpAnswer } from '@governance/testing';
import { type Request } from '../support/credentials-app';
import {
  admin,
  auditOf,
  listMembers,
  membersPath,
  membersState,
  newMembersOrganization,
  otherAdmin,
  viewer,
} from '../support/members';

const dayMs = 24 * 60 * 60_000;

describe('/iam/members/{memberId}/second-factor-reset', () => {
  const app = given(newMembersOrganization, beforeEach);
  beforeEach(() => {
    app.provider.members.put(app.orgId, { id: viewer, role: 'viewer', hasSecondFactor: true });
  });

  const reset = (id: string, request: Request = {}): Promise<HttpAnswer> =>
    app.ask('POST', `${membersPath}/${id}/second-factor-reset`, request);
  const keep = (id: string, request: Request = {}): Promise<HttpAnswer> =>
    app.ask('DELETE', `${membersPath}/${id}/second-factor-reset`, request);
  const audited = (operation: string, outcome = 'done'): object => ({
    operation,
    target: viewer,
    outcome,
    reason: null,
    actor_kind: 'person',
    actor_subject: admin,
    org_id: app.orgId,
  });

  it('answers 200 with the time, a day later, which a repetition keeps, and records it § 10.4x', async () => {
    const before = Date.now();
    const { status, body } = await reset(viewer);
    expect([status, body]).toMatchObject([200, { id: viewer, role: 'viewer', second_factor: true }]);
    const at = Date.parse(String(body.second_factor_reset_at));
    expect(at).toBeGreaterThanOrEqual(before + dayMs);
    expect(at).toBeLessThanOrEqual(Date.now() + dayMs);
    expect((await reset(viewer, { body: {} })).body).toEqual(body);
    expect((await listMembers(app)).body.members).toContainEqual(body);
    expect((await auditOf(app))[0]).toEqual(audited('members:reset-second-factor'));
  });

  it('answers 204 to a cancellation by any admin, and to its repetition § 10.4ad', async () => {
    await reset(viewer);
    const token = app.personToken({ sub: otherAdmin });
    const { status, text } = await keep(viewer, { token });
    expect([status, text]).toEqual([204, '']);
    expect((await keep(viewer)).status).toBe(204);
    expect((await listMembers(app)).text).not.toMatch(/"second_factor_reset_at":"/);
    expect((await auditOf(app)).at(-1)).toEqual(audited('members:cancel-second-factor-reset'));
  });

  it.each([
    [{ reason: 'lost' }, 'reason is not a member of this request'],
    [[], 'the request body must be a JSON object'],
    ['{', 'the request body is not valid JSON'],
  ])('answers 400 to %j, and requests nothing § 10.4aj 10.4y', async (body, text) => {
    const before = await membersState(app);
    const answer = await reset(viewer, { body });
    expect([answer.status, answer.body.error_description]).toEqual([400, text]);
    expect((await keep(viewer, { body: '{' })).status).toBe(400);
    expect(await membersState(app)).toEqual(before);
  });

  it('answers 403 to a viewer, even about themselves, and to a caller with less than the role § 10.4aa 10.4ag', async () => {
    const token = app.personToken({ sub: viewer, permissions: [...permissionsOfRole('viewer')] });
    expect((await reset(viewer, { token })).status).toBe(403);
    expect((await keep(viewer, { token })).status).toBe(403);
    const narrow = app.personToken({ permissions: ['org:members:write', 'self:organization:read'] });
    const { status, body } = await reset(otherAdmin, { token: narrow });
    expect([status, body.error_description]).toEqual([
      403,
      'the role has permissions that the access token lacks',
    ]);
    expect(app.provider.members.all(app.orgId).map((each) => each.secondFactorResetAt)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('answers 409 for a member without a second factor, and records the refusal § 10.4ab', async () => {
    app.provider.members.put(app.orgId, { id: viewer, role: 'viewer', hasSecondFactor: false });
    const { status, body } = await reset(viewer);
    expect([status, body]).toEqual([
      409,
      {
        error: 'conflict',
        error_description: 'the member has no second factor here, or cannot be told by mail',
      },
    ]);
    expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'conflict' });
  });

  it('answers 503 while the identity provider is unavailable, and has no effect § 10.4ac 10.4ai', async () => {
    const before = await membersState(app);
    app.provider.wire.isDown = true;
    for (const { status, headers } of [await reset(viewer), await keep(viewer)]) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect([await membersState(app), await auditOf(app)]).toEqual([before, []]);
  });
});
