import { given } from '@governance/testing';
import {
  IdentityProviderUnavailable,
  LastAccountAdmin,
  type ListedMember,
  type ListPosition,
  MemberUnknown,
  type Role,
} from '@governance/iam';
import { startLossyProxy } from '@governance/iam/spec';
import { EmbeddedMemberDirectory } from '@governance/identity-provider-client';
import { randomUUID } from 'node:crypto';
import { managementToken } from './support/identity-server';
import { addPerson } from './support/people';
import { sharedProvider } from './support/shared-provider';

/** The platform's adapter, connected through a lossy proxy to the provider with its database. */
describe('EmbeddedMemberDirectory, at the provider', () => {
  const identity = given(sharedProvider);
  const proxy = given(() => startLossyProxy(identity.issuer));
  let directory: EmbeddedMemberDirectory;
  let orgId: string;

  beforeAll(() => {
    directory = new EmbeddedMemberDirectory({ managementUrl: `${proxy.origin}/management`, managementToken });
  });
  beforeEach(async () => {
    orgId = `org_${randomUUID()}`;
    await identity.manage('PUT', `/organizations/${orgId}`, { name: 'Acme MSP' });
  });
  afterAll(async () => {
    await proxy.close();
  });

  /** A person with a password. */
  const add = async (role: Role = 'account-admin'): Promise<string> =>
    (await addPerson(identity, { places: [[orgId, role]] })).userId;

  /** A user who cannot sign in. */
  async function addUser(role: Role, id = `user_${randomUUID()}`): Promise<string> {
    await identity.manage('PUT', `/users/${id}`, { email: `${id}@example.com`, name: `Name of ${id}` });
    const { status } = await identity.manage('PUT', `/organizations/${orgId}/memberships/${id}`, { role });
    expect(status).toBe(200);
    return id;
  }

  const allMembers = (): Promise<readonly ListedMember[]> =>
    directory.list(orgId, { limit: 200, after: undefined });
  const admins = async (): Promise<string[]> =>
    (await allMembers()).filter(({ role }) => role === 'account-admin').map(({ id }) => id);

  it('lists members with their names and addresses, page by page, newest first', async () => {
    const ids = ['user_a', 'user_b', 'user_c', 'user_d', 'user_e'];
    for (const id of ids) await addUser('viewer', id);
    // Two of the same moment.
    await identity.stores.sql(
      `UPDATE identity.memberships SET created_at = '2026-11-20T12:00:00Z'
       WHERE organization_id = $1 AND user_id = ANY($2)`,
      [orgId, ['user_b', 'user_c']],
    );
    const all = await allMembers();
    expect(all.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(all.find(({ id }) => id === 'user_a')).toEqual({
      id: 'user_a',
      role: 'viewer',
      email: 'user_a@example.com',
      name: 'Name of user_a',
      connectionId: undefined,
      hasSecondFactor: false,
      secondFactors: [],
      lastSignInAt: undefined,
      failedSignIns: undefined,
      createdAt: expect.any(Date) as Date,
    });
    for (const limit of [1, 2, 3, 5]) {
      const walked: ListedMember[] = [];
      let after: ListPosition | undefined;
      do {
        const page = await directory.list(orgId, { limit, after });
        walked.push(...page);
        after = page.at(-1);
      } while (after !== undefined);
      expect(walked).toEqual(all);
    }
    expect(await directory.list('org_none', { limit: 1, after: undefined })).toEqual([]);
  });

  it('finds a member of the organization only', async () => {
    const id = await addUser('viewer');
    expect(await directory.find(orgId, id)).toMatchObject({ id, role: 'viewer', isLastAdmin: false });
    expect(await directory.find('org_none', id)).toBeUndefined();
    expect(await directory.find(orgId, 'user_none')).toBeUndefined();
  });

  it('shows the connection of an account that it asserts', async () => {
    const [id, connectionId] = [await addUser('viewer'), `con_${randomUUID()}`];
    const upstream = { issuer: 'https://login.acme.example', clientId: 'us', clientSecret: 'secret' };
    const connection = { name: 'Single sign-on', type: 'enterprise', upstream };
    await identity.manage('PUT', `/organizations/${orgId}/connections/${connectionId}`, connection);
    // As after the migration of a link, before its first sign-in.
    await identity.stores.sql(
      'UPDATE identity.users SET connection_id = $2, email = NULL, name = NULL WHERE id = $1',
      [id, connectionId],
    );
    const unknown = { email: undefined, name: undefined };
    expect(await allMembers()).toMatchObject([{ id, connectionId, ...unknown }]);
  });

  it('shows who has a second factor, and not whether a provider that shows it has one', async () => {
    const counted = { acrValues: [], amrValues: ['mfa'] };
    const provider = { issuer: 'https://login.acme.example', clientId: 'us', clientSecret: 'secret' };
    const path = `/organizations/${orgId}/connections`;
    const [trusted, untrusted] = [`con_${randomUUID()}`, `con_${randomUUID()}`];
    for (const [id, secondFactor] of [
      [trusted, counted],
      [untrusted, undefined],
    ] as const) {
      const upstream = { ...provider, secondFactor };
      const connection = { name: 'Single sign-on', type: 'enterprise', upstream };
      expect((await identity.manage('PUT', `${path}/${id}`, connection)).status).toBe(200);
    }
    const withApp = await addPerson(identity, { places: [[orgId, 'viewer']], app: true });
    const withPasskey = await addUser('viewer');
    await identity.stores.sql(
      `INSERT INTO identity.passkeys (id, user_id, credential_id, rp_id, public_key, name, is_synced, counter)
       VALUES ($1, $2, '\\x01', 'login.example', '\\x', '\\x', false, 0)`,
      [randomUUID(), withPasskey],
    );
    const [without, byTrusted, byUntrusted] = [await add(), await addUser('viewer'), await addUser('viewer')];
    for (const [id, connectionId] of [
      [byTrusted, trusted],
      [byUntrusted, untrusted],
    ])
      await identity.stores.sql('UPDATE identity.users SET connection_id = $2 WHERE id = $1', [
        id,
        connectionId,
      ]);
    const found = new Map((await allMembers()).map(({ id, hasSecondFactor }) => [id, hasSecondFactor]));
    expect([withApp.userId, withPasskey, byTrusted, byUntrusted, without].map((id) => found.get(id))).toEqual(
      [true, true, undefined, false, false],
    );
    expect(await directory.find(orgId, withPasskey)).toMatchObject({
      hasSecondFactor: true,
      secondFactors: ['passkey'],
    });
    expect(await directory.find(orgId, withApp.userId)).toMatchObject({ secondFactors: ['app'] });
  });

  it('changes roles of members, and makes no one a member', async () => {
    const [id, stranger] = [await addUser('viewer'), `user_${randomUUID()}`];
    await directory.setRole(orgId, { id, role: 'client-manager' });
    expect(await directory.find(orgId, id)).toMatchObject({ role: 'client-manager', isLastAdmin: false });
    await directory.setRole(orgId, { id, role: 'account-admin' });
    expect(await admins()).toEqual([id]);
    await identity.manage('PUT', `/users/${stranger}`, { email: `${stranger}@example.com`, name: 'x' });
    await expect(directory.setRole(orgId, { id: stranger, role: 'viewer' })).rejects.toThrow(MemberUnknown);
    await expect(directory.setRole('org_none', { id, role: 'viewer' })).rejects.toThrow(MemberUnknown);
    expect(await allMembers()).toHaveLength(1);
  });

  it.each(['request', 'answer'] as const)('can be asked again when the %s was lost', async (loss) => {
    const [id] = [await addUser('viewer'), await addUser('account-admin')];
    const changes = [
      () => directory.setRole(orgId, { id, role: 'account-admin' }),
      () => directory.remove(orgId, id),
    ];
    for (const change of changes) {
      proxy.wire.loseOne(loss, 0);
      await expect(change()).rejects.toThrow(IdentityProviderUnavailable);
      await change();
    }
    expect((await allMembers()).map((member) => member.id)).not.toContain(id);
  });

  describe('keeps the last account-admin', () => {
    async function expectLast(id: string): Promise<void> {
      expect(await directory.find(orgId, id)).toMatchObject({ isLastAdmin: true });
      await expect(directory.setRole(orgId, { id, role: 'viewer' })).rejects.toThrow(LastAccountAdmin);
      await expect(directory.remove(orgId, id)).rejects.toThrow(LastAccountAdmin);
      const put = await identity.manage('PUT', `/organizations/${orgId}/memberships/${id}`, {
        role: 'viewer',
      });
      expect([put.status, put.body]).toEqual([
        409,
        {
          error: 'conflict',
          error_description: 'the organization must keep an account admin who can sign in',
        },
      ]);
      await directory.setRole(orgId, { id, role: 'account-admin' });
      expect(await directory.find(orgId, id)).toMatchObject({ role: 'account-admin' });
    }

    it('when all others are viewers', async () => {
      const [id] = [await add(), await add('viewer')];
      await expectLast(id);
    });

    it('when it cannot sign in either', async () => {
      await expectLast(await addUser('account-admin'));
    });

    it('when the other account-admins could not sign in', async () => {
      const [id, other] = [await add(), await addUser('account-admin')];
      await expectLast(id);
      expect(await directory.find(orgId, other)).toMatchObject({ isLastAdmin: false });
      await directory.remove(orgId, other);
      await expectLast(id);
    });

    it('and lets any of two leave', async () => {
      const [first, second] = [await add(), await add()];
      await directory.remove(orgId, first);
      await expectLast(second);
    });

    it('under 50 concurrent demotions of two', async () => {
      const [first, second] = [await add(), await add()];
      const demotions = Array.from({ length: 50 }, (_, index) =>
        directory.setRole(orgId, { id: index % 2 === 0 ? first : second, role: 'viewer' }).then(
          () => 'demoted',
          (error: unknown) => (error instanceof LastAccountAdmin ? 'kept' : error),
        ),
      );
      const outcomes = await Promise.all(demotions);
      expect(outcomes.filter((outcome) => outcome === 'demoted')).toHaveLength(25);
      expect(outcomes.filter((outcome) => outcome === 'kept')).toHaveLength(25);
      expect(await admins()).toHaveLength(1);
    });

    it('while one leaves and the connection of the other is disabled', async () => {
      const [byPassword, byConnection] = [await add(), await addUser('account-admin')];
      const path = `/organizations/${orgId}/connections`;
      const upstream = { issuer: 'https://login.acme.example', clientId: 'us', clientSecret: 'secret' };
      const connection = { name: 'Single sign-on', type: 'enterprise', upstream };
      const id = `con_${randomUUID()}`;
      await identity.manage('PUT', `${path}/con_${randomUUID()}`, { name: 'Passwords', type: 'database' });
      await identity.manage('PUT', `${path}/${id}`, connection);
      await identity.stores.sql('UPDATE identity.users SET connection_id = $2 WHERE id = $1', [
        byConnection,
        id,
      ]);
      const [left, disabled] = await Promise.all([
        directory.remove(orgId, byPassword).then(
          () => true,
          () => false,
        ),
        identity.manage('PUT', `${path}/${id}`, { ...connection, enabled: false }),
      ]);
      expect([left, disabled.status]).toEqual(left ? [true, 409] : [false, 200]);
    });
  });
});
