import { callJson, type HttpAnswer, type Inbox } from '@governance/testing';
import { CanaryWalk } from '../canary/canary-walk';
import { PageVisit } from '../canary/page-visit';
import { sharedSurfaces } from '../machines/surfaces';
import { type System } from '../machines/system';
import { invitationsPath } from '../support/invitations';
import { membersPath } from '../support/members';

const orgId = 'org_flow';
const invited = 'invited@flow.example';
const password = 'a long password of this person';

interface ListedMember {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly sign_in_method: string;
}

describe('a person, from the invitation to the removal', () => {
  let system: System;
  let inbox: Inbox;
  let platform: string;
  let admin: string;

  beforeAll(async () => {
    const surfaces = await sharedSurfaces();
    ({ system, inbox } = surfaces);
    [platform] = surfaces.platforms;
    await system.identity.putOrganization(orgId);
    await addAdmin('flow-admin');
    admin = await system.identity.tokenOf('flow-admin@example.com');
  });

  /** With a password: an account-admin who cannot sign in does not count as one who is left. */
  async function addAdmin(id: string): Promise<void> {
    await system.identity.putMember({ orgId, email: `${id}@example.com`, role: 'account-admin' });
    expect((await system.identity.manage('PUT', `/users/${id}/password`, { password })).status).toBe(204);
  }

  /** `request` is a method and a path. */
  function ask(request: string, token: string, body?: object): Promise<HttpAnswer> {
    const [method = '', path = ''] = request.split(' ');
    return callJson(platform + path, { method, token, body });
  }

  const tokenOfInvited = (): Promise<string> => system.identity.tokenOf(invited);
  const create = async (token: string): Promise<number> =>
    (await ask('POST /iam/m2m-credentials', token, { name: 'Export', type: 'client_secret' })).status;
  const setRole = async (id: string, role: string, token: string): Promise<number> =>
    (await ask(`PATCH ${membersPath}/${id}`, token, { role })).status;

  async function members(): Promise<readonly ListedMember[]> {
    const { status, body } = await ask(`GET ${membersPath}`, admin);
    expect(status).toBe(200);
    return body.members as readonly ListedMember[];
  }

  async function invite(role: string): Promise<string> {
    inbox.clear();
    expect((await ask(`POST ${invitationsPath}`, admin, { email: invited, role })).status).toBe(201);
    const { text } = await inbox.waitForMail(invited);
    return /http:\S+\/invitations\/\S+/.exec(text)?.[0] ?? '';
  }

  /** On the identity provider's pages. */
  async function accept(link: string): Promise<void> {
    const visit = new PageVisit(new CanaryWalk(), system.identity.issuer);
    await visit.open(200, link);
    const begun = await visit.open(303, link, { form: {} });
    await visit.follow(200, begun);
    const form = { name: 'Invited person', password, repeated: password };
    const signInPath = begun.headers.get('location') ?? '';
    const shown = await visit.open(303, `${signInPath}/new-password`, { form });
    await visit.follow(200, await visit.follow(303, shown));
  }

  it('joins as an account-admin, is demoted, promoted and removed, and each token permits what the last change says § 10.4v V7.4.5', async () => {
    await accept(await invite('account-admin'));
    const [joined] = await members();
    expect(joined).toMatchObject({
      email: invited,
      name: 'Invited person',
      role: 'account-admin',
      sign_in_method: 'password',
    });
    const id = String(joined?.id);
    const first = await tokenOfInvited();
    expect(await create(first)).toBe(201);

    expect(await setRole(id, 'viewer', admin)).toBe(200);
    expect([await create(first), await setRole(id, 'account-admin', first)]).toEqual([403, 403]);
    expect((await ask(`GET ${membersPath}`, first)).status).toBe(403);
    expect(await create(await tokenOfInvited())).toBe(403);

    expect(await setRole(id, 'account-admin', admin)).toBe(200);
    // Its tokens from before stay limited; a sign-in has the new role.
    expect(await create(first)).toBe(403);

    expect((await ask(`DELETE ${membersPath}/${id}`, admin)).status).toBe(204);
    expect(await create(first)).toBe(401);
    expect((await ask('GET /self/me', first)).status).toBe(401);
    // The account stays and belongs to no organization.
    expect(await create(await tokenOfInvited())).toBe(403);
    expect((await members()).map((member) => member.id)).not.toContain(id);
    const rows = await system.sql(
      `SELECT operation, outcome, reason FROM audit_trail WHERE target = $1 AND operation LIKE 'members:%' ORDER BY id`,
      [id],
    );
    expect(rows).toEqual([
      { operation: 'members:update', outcome: 'done', reason: 'viewer' },
      { operation: 'members:update', outcome: 'refused', reason: 'insufficient_permissions' },
      { operation: 'members:update', outcome: 'done', reason: 'account-admin' },
      { operation: 'members:remove', outcome: 'done', reason: null },
    ]);
  });

  it('of two admins stays one under 50 concurrent demotions § 10.4t', async () => {
    await addAdmin('flow-other');
    const tokens = [admin, await system.identity.tokenOf('flow-other@example.com')];
    const demotions = Array.from({ length: 50 }, (_, index) =>
      // Each demotes the other one.
      setRole(index % 2 === 0 ? 'flow-other' : 'flow-admin', 'viewer', tokens[index % 2] ?? ''),
    );
    const statuses = new Set(await Promise.all(demotions));
    expect([...statuses].filter((status) => ![200, 403, 409].includes(status))).toEqual([]);
    const { body } = await system.identity.manage('GET', `/organizations/${orgId}/memberships`);
    const roles = (body.memberships as { readonly role: string }[]).map(({ role }) => role);
    expect(roles.filter((role) => role === 'account-admin')).toHaveLength(1);
  });
});
