import { type ExpiryNotices, IdentityProviderUnavailable, type NoticeMail } from '@governance/iam';
import { FaultyWire, InMemoryMemberDirectory } from '@governance/iam/spec';
import { FixedClock } from '@governance/testing';
import { ExpiryNotifier } from './expiry-notifier';

interface Queued {
  readonly orgId: string;
  readonly now: Date;
  readonly mails: readonly NoticeMail[];
}

describe('ExpiryNotifier', () => {
  const clock = new FixedClock('2026-11-20T12:00:00.000Z');
  let wire: FaultyWire;
  let members: InMemoryMemberDirectory;
  let due: string[];
  let queued: Queued[];
  let removedUntil: Date[];

  beforeEach(() => {
    wire = new FaultyWire(() => new IdentityProviderUnavailable());
    members = new InMemoryMemberDirectory(wire);
    [due, queued, removedUntil] = [['org_acme'], [], []];
  });

  const notices = {
    organizationsDue: () => Promise.resolve(due),
    queue: (orgId: string, notice: Omit<Queued, 'orgId'>) => {
      queued.push({ orgId, ...notice });
      return Promise.resolve(1);
    },
    removeOld: (until: Date) => {
      removedUntil.push(until);
      return Promise.resolve(0);
    },
  } as Partial<ExpiryNotices> as ExpiryNotices;

  const job = { queue: 'platform/expiry-notices', key: '', lease: 'lease', attempts: 1 };
  const runOnce = (): Promise<void> =>
    new ExpiryNotifier(notices, members, clock).run(job, new AbortController().signal);

  it('writes to each account admin with an address, once for each mailbox, and to no viewer', async () => {
    const admin = { role: 'account-admin', name: 'Admin' } as const;
    members.put('org_acme', { ...admin, id: 'one', email: 'admin@example.com' });
    members.put('org_acme', { ...admin, id: 'two', email: 'Admin@Example.com' });
    members.put('org_acme', { ...admin, id: 'three', email: 'other@example.com' });
    members.put('org_acme', { id: 'four', role: 'account-admin' });
    members.put('org_acme', { id: 'five', role: 'viewer', email: 'viewer@example.com', name: 'Viewer' });
    members.put('org_other', { ...admin, id: 'six', email: 'foreign@example.com' });
    await runOnce();
    expect(queued).toMatchObject([{ orgId: 'org_acme', now: clock.now() }]);
    const addresses = queued[0]?.mails.map(({ email }) => email.toLowerCase()).toSorted();
    expect(addresses).toEqual(['admin@example.com', 'other@example.com']);
    expect(new Set(queued[0]?.mails.map(({ deliveryId }) => deliveryId)).size).toBe(2);
  });

  it('reads every page of the members', async () => {
    for (let index = 0; index < 401; index += 1) {
      members.put('org_acme', { id: `m${index}`, role: 'account-admin', email: `a${index}@example.com` });
    }
    await runOnce();
    expect(queued[0]?.mails).toHaveLength(401);
  });

  it('records nothing for an organization without an address, so that a later admin gets the mail', async () => {
    members.put('org_acme', { id: 'one', role: 'account-admin' });
    await runOnce();
    expect(queued).toEqual([]);
  });

  it('removes notices that are older than 31 days', async () => {
    due = [];
    await runOnce();
    expect(removedUntil).toEqual([new Date('2026-10-20T12:00:00.000Z')]);
  });

  it('fails, and so is repeated, while the identity provider is unavailable', async () => {
    wire.isDown = true;
    await expect(runOnce()).rejects.toThrow(IdentityProviderUnavailable);
    expect([queued, removedUntil]).toEqual([[], []]);
  });
});
