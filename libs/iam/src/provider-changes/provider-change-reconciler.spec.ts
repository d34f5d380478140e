import {
  auditContextOf,
  type InMemoryConnectionDirectory,
  type InMemoryDomainDirectory,
  type InMemoryMemberDirectory,
  type InMemoryProviderChangeStore,
  type InMemoryTokenCutOffs,
  machineOf,
  ManagedProviderInMemory,
} from '../../spec/src';
import { type ProviderChange } from './provider-change';
import { ProviderChangeReconciler } from './provider-change-reconciler';

const orgId = 'org_acme';
const caller = machineOf(orgId);
/** Not that of the caller: members belong to the managed provider. */
const issuer = 'https://identity.example.org';
const now = new Date('2026-11-20T12:00:00.000Z');
const id = 'f3b1a3f4-6f5e-4f0e-9a52-0a5b9f6f3a10';
const connection = { id: 'con_1', name: 'Single sign-on', type: 'enterprise', enabled: true };

describe('ProviderChangeReconciler', () => {
  let connections: InMemoryConnectionDirectory;
  let domains: InMemoryDomainDirectory;
  let members: InMemoryMemberDirectory;
  let cutOffs: InMemoryTokenCutOffs;
  let changes: InMemoryProviderChangeStore;
  let reconciler: ProviderChangeReconciler;

  beforeEach(() => {
    const provider = new ManagedProviderInMemory();
    ({ connections, domains, members, cutOffs, changes } = provider);
    connections.connections.set(orgId, [connection]);
    members.put(orgId, { id: 'ada', role: 'viewer', connectionId: 'con_1' });
    reconciler = new ProviderChangeReconciler(provider.partsFor(issuer, () => now));
  });

  /** The events after a process died during the change. */
  async function settle(change: ProviderChange): Promise<unknown[]> {
    const write = { ...auditContextOf(caller, 'connections:update'), orgId, target: 'target' };
    await changes.begin(change, { intentId: id, lease: 'lease', now, leaseUntil: now, write });
    await reconciler.settleNext();
    expect([await reconciler.settleNext(), changes.rows.size]).toEqual([undefined, 0]);
    return changes.audit.map(({ outcome, reason }) => [outcome, reason]);
  }

  const isCutOff = async (): Promise<boolean> =>
    (await cutOffs.find({ issuer, subject: 'ada', orgId }))?.removedAt !== undefined;

  it('completes a disabling that reached the provider: the tokens of its members end', async () => {
    await connections.change(orgId, 'con_1', { enabled: false, revision: id });
    const change = {
      kind: 'change-connection',
      connectionId: 'con_1',
      disables: true,
      reason: 'disabled',
    } as const;
    expect(await settle(change)).toEqual([['done', 'disabled']]);
    expect(await isCutOff()).toBe(true);
  });

  it('abandons a change that did not reach it, also when an earlier one did the same', async () => {
    await connections.change(orgId, 'con_1', { enabled: false, revision: 'another' });
    const change = {
      kind: 'change-connection',
      connectionId: 'con_1',
      disables: true,
      reason: 'disabled',
    } as const;
    expect(await settle(change)).toEqual([['abandoned', undefined]]);
    expect(await isCutOff()).toBe(false);
  });

  it('completes a removal that had disabled the connection, and abandons one that had not', async () => {
    const change = { kind: 'remove-connection', connectionId: 'con_1' } as const;
    expect(await settle(change)).toEqual([['abandoned', undefined]]);
    expect([connections.all(orgId), await isCutOff()]).toEqual([[connection], false]);
    await connections.change(orgId, 'con_1', { enabled: false, revision: id });
    expect((await settle(change)).at(-1)).toEqual(['done', undefined]);
    expect([connections.all(orgId), await isCutOff()]).toEqual([[], true]);
  });

  it.each<[ProviderChange, 'done' | 'abandoned']>([
    [{ kind: 'add-connection', connectionId: 'con_1' }, 'done'],
    [{ kind: 'add-connection', connectionId: 'con_2' }, 'abandoned'],
    [{ kind: 'test-connection', connectionId: 'con_1' }, 'abandoned'],
    [{ kind: 'put-domain', name: 'acme.example', connectionId: 'con_1' }, 'done'],
    [{ kind: 'put-domain', name: 'acme.example', connectionId: undefined }, 'abandoned'],
    [{ kind: 'put-domain', name: 'other.example', connectionId: undefined }, 'abandoned'],
    [{ kind: 'check-domain', name: 'acme.example' }, 'done'],
    [{ kind: 'check-domain', name: 'unproven.example' }, 'abandoned'],
    [{ kind: 'remove-domain', name: 'other.example' }, 'done'],
    [{ kind: 'remove-domain', name: 'acme.example' }, 'abandoned'],
    [{ kind: 'set-role', memberId: 'ada', role: 'viewer' }, 'done'],
    [{ kind: 'set-role', memberId: 'ada', role: 'account-admin' }, 'abandoned'],
    [{ kind: 'remove-member', memberId: 'bob' }, 'done'],
    [{ kind: 'remove-member', memberId: 'ada' }, 'abandoned'],
    [{ kind: 'reset-second-factor', memberId: 'eve' }, 'done'],
    [{ kind: 'reset-second-factor', memberId: 'ada' }, 'abandoned'],
    [{ kind: 'cancel-second-factor-reset', memberId: 'ada' }, 'done'],
    [{ kind: 'cancel-second-factor-reset', memberId: 'eve' }, 'abandoned'],
  ])('asks the provider about %j: %s', async (change, outcome) => {
    await domains.put(orgId, { name: 'acme.example', connectionId: 'con_1' });
    await domains.check(orgId, 'acme.example');
    await domains.put(orgId, { name: 'unproven.example', connectionId: undefined });
    members.put(orgId, { id: 'eve', role: 'viewer', secondFactorResetAt: new Date() });
    const reason = change.kind === 'set-role' && outcome === 'done' ? change.role : undefined;
    expect(await settle(change)).toEqual([[outcome, reason]]);
  });
});
