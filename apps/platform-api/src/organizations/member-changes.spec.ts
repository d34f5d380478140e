import {
  type AuditEntry,
  AuditTrail,
  callerAfterCutOff,
  MemberUnknown,
  permissionsOfRole,
  type PersonCaller,
} from '@governance/iam';
import { FaultyWire, InMemoryMemberDirectory, InMemoryTokenCutOffs, losses } from '@governance/iam/spec';
import { FixedClock } from '@governance/testing';
import { MemberChanges } from './member-changes';

class Trail extends AuditTrail {
  constructor(private readonly entries: AuditEntry[]) {
    super();
  }

  append(entry: AuditEntry): Promise<void> {
    this.entries.push(entry);
    return Promise.resolve();
  }
}

const orgId = 'org_acme';
const issuer = 'https://issuer.example.org';
const holder = { issuer, subject: 'ada', orgId };
const ada: PersonCaller = {
  kind: 'person',
  ...holder,
  clientId: undefined,
  scope: '',
  email: '',
  emailVerified: false,
  name: '',
  roles: ['account-admin'],
  permissions: permissionsOfRole('account-admin'),
  stepUp: { mfaAt: undefined, mfaMaxAge: undefined },
};

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
    directory.members.set(orgId, new Map([['ada', 'account-admin']]));
    const operator = { kind: 'operator', issuer: 'command', subject: 'uid 0', clientId: undefined } as const;
    changes = new MemberChanges({
      directory,
      cutOffs,
      clock,
      issuer,
      operator,
      audit: new Trail(cutOffs.audit),
    });
  });

  /** Ada's identity, for a token of that age. */
  const adaOf = async (issuedAt: Date) => {
    const cutOff = await cutOffs.find(holder);
    return cutOff === undefined ? ada : callerAfterCutOff(ada, issuedAt.getTime() / 1_000, cutOff);
  };
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
    expect(await changes.list(orgId)).toEqual([]);
    expect(audited()).toEqual([['members:remove', 'ada', undefined]]);
    clock.advance(1_000);
    expect(await adaOf(clock.now())).toBe(ada);
  });

  it('a demotion limits earlier tokens to the permissions of the new role', async () => {
    await changes.setRole(orgId, { id: 'ada', role: 'viewer' });
    expect((await adaOf(clock.now()))?.permissions).toEqual(permissionsOfRole('viewer'));
    expect(await changes.list(orgId)).toEqual([{ id: 'ada', role: 'viewer' }]);
    expect(audited()).toEqual([['members:update', 'ada', 'viewer']]);
  });

  it('a promotion removes no permission, and is recorded', async () => {
    directory.members.set(orgId, new Map([['ada', 'viewer']]));
    await changes.setRole(orgId, { id: 'ada', role: 'account-admin' });
    expect(await cutOffs.find(holder)).toBeUndefined();
    expect(await changes.list(orgId)).toEqual([{ id: 'ada', role: 'account-admin' }]);
    expect(audited()).toEqual([['members:update', 'ada', 'account-admin']]);
  });

  it('a role is given to members only', async () => {
    await expect(changes.setRole(orgId, { id: 'bob', role: 'viewer' })).rejects.toThrow(MemberUnknown);
    expect(await changes.list(orgId)).toEqual([{ id: 'ada', role: 'account-admin' }]);
    expect(audited()).toEqual([]);
  });

  it('hold for older tokens while the identity provider is unavailable', async () => {
    directory.remove = () => Promise.reject(new Error('away'));
    await expect(changes.remove(orgId, 'ada')).rejects.toThrow('away');
    expect(await adaOf(clock.now())).toBeUndefined();
    expect(audited()).toEqual([]);
  });

  const interruptions = (steps: readonly number[]) =>
    losses.flatMap((loss) => steps.map((calls) => [loss, calls] as const));

  it.each(interruptions([0, 1, 2, 3]))(
    'a removal that lost one %s after %d calls can be repeated',
    async (loss, calls) => {
      wire.loseOne(loss, calls);
      await expect(changes.remove(orgId, 'ada')).rejects.toThrow('lost');
      const isLeft = directory.members.get(orgId)?.has('ada') === true;
      // Access was removed first.
      if (!isLeft) expect(await adaOf(clock.now())).toBeUndefined();
      await changes.remove(orgId, 'ada');
      expect(await adaOf(clock.now())).toBeUndefined();
      expect(directory.members.get(orgId)?.size).toBe(0);
      expect(audited().length).toBeGreaterThan(0);
    },
  );

  it.each(interruptions([0, 1, 2]))(
    'a demotion that lost one %s after %d calls can be repeated',
    async (loss, calls) => {
      wire.loseOne(loss, calls);
      await expect(changes.setRole(orgId, { id: 'ada', role: 'viewer' })).rejects.toThrow('lost');
      const isDemoted = directory.members.get(orgId)?.get('ada') === 'viewer';
      if (isDemoted) expect((await adaOf(clock.now()))?.permissions).toEqual(permissionsOfRole('viewer'));
      await changes.setRole(orgId, { id: 'ada', role: 'viewer' });
      expect((await adaOf(clock.now()))?.permissions).toEqual(permissionsOfRole('viewer'));
      expect(directory.members.get(orgId)?.get('ada')).toBe('viewer');
      expect(audited().length).toBeGreaterThan(0);
    },
  );
});
