import { type OrgCaller } from '@governance/auth-guards';
import { ListPages } from '@governance/http';
import {
  type AuditContext,
  callerAfterCutOff,
  IdentityProviderUnavailable,
  LastAccountAdmin,
  MemberUnknown,
  permissionsOfRole,
  type PersonCaller,
  ProviderChangeSettler,
  type Role,
} from '@governance/iam';
import {
  type FaultyWire,
  type InMemoryMemberDirectory,
  type InMemoryTokenCutOffs,
  losses,
  ManagedProviderInMemory,
  personOf,
} from '@governance/iam/spec';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { expectProblem } from '../../spec/expect-problem';
import { ProviderChanges } from '../provider-changes/provider-changes';
import { MemberAccess } from './member-access';
import { MembersService } from './members.service';

const orgId = 'org_acme';
const issuer = 'https://issuer.example.org';

function adminOf(subject: string, org = orgId): PersonCaller & { readonly orgId: string } {
  return { ...personOf(org, [...permissionsOfRole('account-admin')]), subject };
}
const caller = adminOf('caller');

function writeOf(operation: AuditContext['operation']): AuditContext {
  const actor = { kind: 'person', issuer, subject: 'caller', clientId: undefined } as const;
  return { actor, orgId, operation, target: undefined, requestId: 'r', secondFactorAgeSeconds: 12 };
}

describe('MembersService', () => {
  let clock: FixedClock;
  let wire: FaultyWire;
  let directory: InMemoryMemberDirectory;
  let cutOffs: InMemoryTokenCutOffs;
  let service: MembersService;

  beforeEach(() => {
    clock = new FixedClock();
    const provider = new ManagedProviderInMemory();
    ({ wire, members: directory, cutOffs } = provider);
    const pages = new ListPages(newTestKeyring());
    const settler = new ProviderChangeSettler(provider.partsFor(issuer, () => clock.now()));
    const changes = new ProviderChanges(provider.changes, settler, clock);
    const access = new MemberAccess({ directory, cutOffs, clock });
    service = new MembersService(directory, access, changes, pages, { issuer });
    directory.put(orgId, { id: 'caller', role: 'account-admin' });
    directory.put(orgId, { id: 'ada', role: 'account-admin', connectionId: 'con_1' });
    directory.put(orgId, { id: 'bob', role: 'viewer' });
    directory.put('org_globex', { id: 'eve', role: 'viewer' });
  });

  const setRole = (id: string, role: string, by: OrgCaller = caller): ReturnType<MembersService['setRole']> =>
    service.setRole(by, id, { role, write: writeOf('members:update') });
  const remove = (id: string, by: OrgCaller = caller): Promise<void> =>
    service.remove(by, id, writeOf('members:remove'));
  const roleOf = (id: string): Role | undefined => directory.all(orgId).find((each) => each.id === id)?.role;
  const cutOffOf = (subject: string): ReturnType<InMemoryTokenCutOffs['find']> =>
    cutOffs.find({ issuer, subject, orgId });

  /** What a token of the member permits that was issued just now. */
  async function permitted(subject: string): Promise<ReadonlySet<string> | undefined> {
    const [member, cutOff] = [adminOf(subject), await cutOffOf(subject)];
    const issuedAt = clock.now().getTime() / 1_000;
    const admitted = cutOff === undefined ? member : callerAfterCutOff(member, issuedAt, cutOff);
    return admitted?.permissions;
  }

  it('cuts off tokens of the managed issuer, also for a caller of another one', async () => {
    const other = 'https://login.customer.example.com';
    await remove('bob', { ...caller, issuer: other });
    expect((await cutOffOf('bob'))?.removedAt).toEqual(clock.now());
    expect(await cutOffs.find({ issuer: other, subject: 'bob', orgId })).toBeUndefined();
  });

  it('lists the members of the organization in pages, and refuses the cursor of another one', async () => {
    const first = await service.list(caller, { limit: 2 });
    expect(first.entries.map(({ id }) => id)).toEqual(['bob', 'ada']);
    const { nextCursor: cursor } = first;
    const rest = await service.list(caller, { cursor });
    expect([rest.entries.map(({ id }) => id), rest.nextCursor]).toEqual([['caller'], undefined]);
    await expectProblem(service.list(adminOf('eve', 'org_globex'), { cursor }), 'invalid', /^cursor must be/);
    expect((await service.list(caller)).entries).toHaveLength(3);
  });

  it('changes a role, and records it with the facts of the request', async () => {
    expect(await setRole('bob', 'account-admin')).toMatchObject({ id: 'bob', role: 'account-admin' });
    expect(await cutOffOf('bob')).toBeUndefined();
    expect(await setRole('ada', 'viewer')).toMatchObject({ role: 'viewer', connectionId: 'con_1' });
    expect(await permitted('ada')).toEqual(permissionsOfRole('viewer'));
    const facts = { ...writeOf('members:update'), at: clock.now(), outcome: 'done' };
    expect(cutOffs.audit).toEqual([
      { ...facts, target: 'bob', reason: 'account-admin' },
      { ...facts, target: 'ada', reason: 'viewer' },
    ]);
  });

  it('removes a member, whose tokens end', async () => {
    await remove('ada');
    expect([roleOf('ada'), await permitted('ada')]).toEqual([undefined, undefined]);
    expect(cutOffs.audit).toMatchObject([{ operation: 'members:remove', target: 'ada', outcome: 'done' }]);
  });

  it('refuses an unknown role, and one with permissions that the caller lacks', async () => {
    await expectProblem(
      setRole('bob', 'owner'),
      'invalid',
      /^role must be account-admin, client-manager or viewer$/,
    );
    const limited = { ...caller, permissions: new Set(['org:members:write'] as const) };
    await expectProblem(setRole('bob', 'account-admin', limited), 'forbidden', /^the role has permissions/);
    expect([roleOf('bob'), cutOffs.audit]).toEqual(['viewer', []]);
  });

  it.each(['nobody', 'eve', '', 'a b', 'a\0', '../x', 'x'.repeat(129), '\ud800'])(
    'gives the same error for the id %j, asks nothing about a malformed one, and cuts off nothing',
    async (id) => {
      wire.isDown = !/^(?:nobody|eve)$/.test(id);
      const text = /^there is no member with this id$/;
      await expectProblem(setRole(id, 'viewer'), 'not_found', text);
      await expectProblem(remove(id), 'not_found', text);
      wire.isDown = false;
      expect(await cutOffOf(id)).toBeUndefined();
    },
  );

  it('has a second factor removed after a day, keeps it on request, and records both', async () => {
    directory.put(orgId, { id: 'bob', role: 'viewer', hasSecondFactor: true });
    const [reset, cancel] = [
      writeOf('members:reset-second-factor'),
      writeOf('members:cancel-second-factor-reset'),
    ];
    const { secondFactorResetAt } = await service.resetSecondFactor(caller, 'bob', reset);
    expect(secondFactorResetAt?.getTime()).toBeGreaterThan(Date.now());
    expect(await service.resetSecondFactor(caller, 'bob', reset)).toMatchObject({ secondFactorResetAt });
    await service.cancelSecondFactorReset(caller, 'bob', cancel);
    const bob = directory.all(orgId).find(({ id }) => id === 'bob');
    expect(bob?.secondFactorResetAt).toBeUndefined();
    expect(cutOffs.audit.map(({ operation, target }) => [operation, target])).toEqual([
      ['members:reset-second-factor', 'bob'],
      ['members:reset-second-factor', 'bob'],
      ['members:cancel-second-factor-reset', 'bob'],
    ]);
  });

  it('refuses a removal for unknown members, for more than the caller’s role, and without a second factor', async () => {
    const reset = (id: string, by: OrgCaller = caller): Promise<unknown> =>
      service.resetSecondFactor(by, id, writeOf('members:reset-second-factor'));
    for (const id of ['nobody', 'eve', 'a b']) {
      await expectProblem(reset(id), 'not_found', /^there is no member/);
      const cancelled = service.cancelSecondFactorReset(caller, id, writeOf('members:update'));
      await expectProblem(cancelled, 'not_found', /^there is no member/);
    }
    const limited = { ...caller, permissions: new Set(['org:members:write'] as const) };
    await expectProblem(reset('ada', limited), 'forbidden', /^the role has permissions/);
    directory.put(orgId, { id: 'bob', role: 'viewer', hasSecondFactor: false });
    await expectProblem(reset('bob'), 'conflict', /^the member has no second factor here/);
  });

  it('keeps the last account-admin, and cuts off none of their tokens', async () => {
    await setRole('ada', 'viewer');
    await expectProblem(setRole('caller', 'viewer'), 'conflict', /^the organization must keep/);
    await expectProblem(remove('caller'), 'conflict', /^the organization must keep/);
    expect(await setRole('caller', 'account-admin')).toMatchObject({ role: 'account-admin' });
    expect([roleOf('caller'), await cutOffOf('caller')]).toEqual(['account-admin', undefined]);
  });

  it('answers what a concurrent change has decided at the provider', async () => {
    directory.setRole = directory.remove = () => Promise.reject(new LastAccountAdmin());
    await expectProblem(setRole('ada', 'viewer'), 'conflict', /^the organization must keep/);
    await expectProblem(remove('ada'), 'conflict', /^the organization must keep/);
    directory.setRole = () => Promise.reject(new MemberUnknown());
    await expectProblem(setRole('ada', 'viewer'), 'not_found', /^there is no member/);
    expect(cutOffs.audit).toEqual([]);
  });

  it('has no effect while the provider is unavailable', async () => {
    wire.isDown = true;
    await expect(setRole('ada', 'viewer')).rejects.toThrow(IdentityProviderUnavailable);
    await expect(remove('ada')).rejects.toThrow(IdentityProviderUnavailable);
    wire.isDown = false;
    expect([roleOf('ada'), await cutOffOf('ada')]).toEqual(['account-admin', undefined]);
  });

  const interruptions = losses.flatMap((loss) => [0, 1, 2, 3, 4].map((calls) => [loss, calls] as const));

  it.each(interruptions)(
    'a demotion that lost one %s after %d calls can be repeated',
    async (loss, calls) => {
      wire.loseOne(loss, calls);
      await expect(setRole('ada', 'viewer')).rejects.toThrow(IdentityProviderUnavailable);
      // Access is removed first.
      if (roleOf('ada') === 'viewer') expect(await permitted('ada')).toEqual(permissionsOfRole('viewer'));
      await setRole('ada', 'viewer');
      expect([roleOf('ada'), await permitted('ada')]).toEqual(['viewer', permissionsOfRole('viewer')]);
      expect(cutOffs.audit.at(-1)).toMatchObject({ target: 'ada', reason: 'viewer' });
    },
  );

  it.each(losses.flatMap((loss) => [0, 1, 2, 3].map((calls) => [loss, calls] as const)))(
    'a promotion that lost one %s after %d calls can be repeated',
    async (loss, calls) => {
      wire.loseOne(loss, calls);
      await expect(setRole('bob', 'account-admin')).rejects.toThrow(IdentityProviderUnavailable);
      await setRole('bob', 'account-admin');
      expect(roleOf('bob')).toBe('account-admin');
      expect(cutOffs.audit.at(-1)).toMatchObject({ target: 'bob', reason: 'account-admin' });
    },
  );

  it.each(interruptions)('a removal that lost one %s after %d calls can be repeated', async (loss, calls) => {
    wire.loseOne(loss, calls);
    await expect(remove('ada')).rejects.toThrow(IdentityProviderUnavailable);
    // Access is removed first.
    if (roleOf('ada') === undefined) expect(await permitted('ada')).toBeUndefined();
    // Also for a token that was issued before the provider removed the member.
    clock.advance(2_000);
    await remove('ada');
    expect([roleOf('ada'), await permitted('ada')]).toEqual([undefined, undefined]);
    expect(cutOffs.audit.at(-1)).toMatchObject({ operation: 'members:remove', target: 'ada' });
  });
});
