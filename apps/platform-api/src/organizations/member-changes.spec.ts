import { callerAfterCutOff, LastAccountAdmin, MemberUnknown, permissionsOfRole } from '@governance/iam';
import {
  FaultyWire,
  InMemoryAuditTrail,
  InMemoryMemberDirectory,
  InMemoryTokenCutOffs,
  losses,
  personOf,
} from '@governance/iam/spec';
import { FixedClock } from '@governance/testing';
import { MemberChanges } from './member-changes';

const orgId = 'org_acme';
const issuer = 'https://issuer.example.org';
const holder = { issuer, subject: 'ada', orgId };
const other = { id: 'other', role: 'account-admin' } as const;
const ada = personOf(orgId, [...permissionsOfRole('account-admin')]);

describe('member changes by operators', () => {
  let clock: FixedClock;
  let wire: FaultyWire;
  let directory: InMemoryMemberDirectory;
  let cutOffs: InMemoryTokenCutOffs;
  let changes: MemberChanges;
  beforeEach(() => {
    clock = new FixedClock();
    wire = new FaultyWire(() => new Error('lost'));
    directory = new InMemoryMemberDirectory(wire);
    cutOffs = new InMemoryTokenCutOffs(wire);
    directory.put(orgId, { id: 'ada', role: 'account-admin' });
    directory.put(orgId, other);
    const operator = { kind: 'operator', issuer: 'command', subject: 'uid 0', clientId: undefined } as const;
    changes = new MemberChanges({
      directory,
      cutOffs,
      clock,
      issuer,
      operator,
      audit: new InMemoryAuditTrail(cutOffs.audit),
    });
  });

  it('have a second factor removed after a day, and record it', async () => {
    const dueAt = await changes.resetSecondFactor(orgId, 'ada');
    expect(directory.all(orgId).find(({ id }) => id === 'ada')?.secondFactorResetAt).toEqual(dueAt);
    const entry = { orgId, operation: 'members:reset-second-factor', target: 'ada', outcome: 'done' };
    expect(cutOffs.audit).toMatchObject([{ ...entry, actor: { kind: 'operator', subject: 'uid 0' } }]);
    await expect(changes.resetSecondFactor(orgId, 'nobody')).rejects.toThrow(MemberUnknown);
    expect(cutOffs.audit).toHaveLength(1);
  });

  /** Ada's identity, for a token of that age. */
  const adaOf = async (issuedAt: Date) => {
    const cutOff = await cutOffs.find(holder);
    return cutOff === undefined ? ada : callerAfterCutOff(ada, issuedAt.getTime() / 1_000, cutOff);
  };
  const roleOfAda = () => directory.all(orgId).find(({ id }) => id === 'ada')?.role;
  const audited = () => cutOffs.audit.map(({ operation, target, reason }) => [operation, target, reason]);

  it('a removal ends tokens from before it, and those issued during it', async () => {
    const before = clock.now();
    const remove = directory.remove.bind(directory);
    directory.remove = async (...member) => {
      clock.advance(5_000);
      await remove(...member);
    };
    expect(await changes.remove(orgId, 'ada')).toBe(true);
    const meanwhile = new Date(before.getTime() + 4_000);
    expect([await adaOf(before), await adaOf(meanwhile)]).toEqual([undefined, undefined]);
    expect(await changes.list(orgId)).toEqual([other]);
    expect(audited()).toEqual([['members:remove', 'ada', undefined]]);
    clock.advance(1_000);
    expect(await adaOf(clock.now())).toBe(ada);
  });

  it('a demotion limits earlier tokens to the permissions of the new role', async () => {
    await changes.setRole(orgId, { id: 'ada', role: 'viewer' });
    expect((await adaOf(clock.now()))?.permissions).toEqual(permissionsOfRole('viewer'));
    expect(await changes.list(orgId)).toEqual([{ id: 'ada', role: 'viewer' }, other]);
    expect(audited()).toEqual([['members:update', 'ada', 'viewer']]);
  });

  it('a promotion removes no permission, and is recorded', async () => {
    directory.put(orgId, { id: 'ada', role: 'viewer' });
    await changes.setRole(orgId, { id: 'ada', role: 'account-admin' });
    expect(await cutOffs.find(holder)).toBeUndefined();
    expect(await changes.list(orgId)).toEqual([{ id: 'ada', role: 'account-admin' }, other]);
    expect(audited()).toEqual([['members:update', 'ada', 'account-admin']]);
  });

  it('a role is given to members only', async () => {
    await expect(changes.setRole(orgId, { id: 'bob', role: 'viewer' })).rejects.toThrow(MemberUnknown);
    expect(await changes.list(orgId)).toEqual([{ id: 'ada', role: 'account-admin' }, other]);
    expect(audited()).toEqual([]);
  });

  it.each(['find', 'remove'] as const)(
    'hold for older tokens while the identity provider is unavailable, from %s on',
    async (method) => {
      Object.assign(directory, { [method]: () => Promise.reject(new Error('away')) });
      await expect(changes.remove(orgId, 'ada')).rejects.toThrow('away');
      expect(await adaOf(clock.now())).toBeUndefined();
      expect(audited()).toEqual([]);
    },
  );

  it('limit older tokens to a lower role while the identity provider is unavailable', async () => {
    directory.find = () => Promise.reject(new Error('away'));
    await expect(changes.setRole(orgId, { id: 'ada', role: 'viewer' })).rejects.toThrow('away');
    expect((await adaOf(clock.now()))?.permissions).toEqual(permissionsOfRole('viewer'));
  });

  it('keep the last account-admin, whose tokens stay as they are', async () => {
    directory.put(orgId, { id: 'other', role: 'viewer' });
    await expect(changes.remove(orgId, 'ada')).rejects.toThrow(LastAccountAdmin);
    await expect(changes.setRole(orgId, { id: 'ada', role: 'viewer' })).rejects.toThrow(LastAccountAdmin);
    await changes.setRole(orgId, { id: 'ada', role: 'account-admin' });
    expect(await cutOffs.find(holder)).toBeUndefined();
    expect(directory.all(orgId)).toHaveLength(2);
  });

  it('are listed in order of their ids, beyond one page', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => `member-${String(index).padStart(3, '0')}`);
    for (const id of ids) directory.put('org_large', { id, role: 'viewer' });
    expect((await changes.list('org_large')).map(({ id }) => id)).toEqual(ids);
  });

  const interruptions = (steps: readonly number[]) =>
    losses.flatMap((loss) => steps.map((calls) => [loss, calls] as const));

  it.each(interruptions([0, 1, 2, 3]))(
    'a removal that lost one %s after %d calls can be repeated',
    async (loss, calls) => {
      wire.loseOne(loss, calls);
      await expect(changes.remove(orgId, 'ada')).rejects.toThrow('lost');
      const isLeft = roleOfAda() !== undefined;
      // Access was removed first.
      if (!isLeft) expect(await adaOf(clock.now())).toBeUndefined();
      await changes.remove(orgId, 'ada');
      expect(await adaOf(clock.now())).toBeUndefined();
      expect(roleOfAda()).toBeUndefined();
      expect(audited().length).toBeGreaterThan(0);
    },
  );

  it.each(interruptions([0, 1, 2, 3]))(
    'a demotion that lost one %s after %d calls can be repeated',
    async (loss, calls) => {
      wire.loseOne(loss, calls);
      await expect(changes.setRole(orgId, { id: 'ada', role: 'viewer' })).rejects.toThrow('lost');
      const isDemoted = roleOfAda() === 'viewer';
      if (isDemoted) expect((await adaOf(clock.now()))?.permissions).toEqual(permissionsOfRole('viewer'));
      await changes.setRole(orgId, { id: 'ada', role: 'viewer' });
      expect((await adaOf(clock.now()))?.permissions).toEqual(permissionsOfRole('viewer'));
      expect(roleOfAda()).toBe('viewer');
      expect(audited().length).toBeGreaterThan(0);
    },
  );
});
