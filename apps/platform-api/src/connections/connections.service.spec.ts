import {
  type AuditContext,
  type ConfiguredConnection,
  type ConnectionChange,
  ConnectionMembers,
  ProviderChangeSettler,
} from '@governance/iam';
import {
  auditContextOf,
  type FaultyWire,
  type InMemoryConnectionDirectory,
  type InMemoryMemberDirectory,
  type InMemoryTokenCutOffs,
  losses,
  machineOf,
  ManagedProviderInMemory,
} from '@governance/iam/spec';
import { FixedClock } from '@governance/testing';
import { expectProblem } from '../../spec/expect-problem';
import { ProviderChanges } from '../provider-changes/provider-changes';
import { ConnectionsService } from './connections.service';

const orgId = 'org_acme';
const caller = machineOf(orgId);
const { issuer } = caller;
const provider = {
  name: 'Single sign-on',
  issuer: 'https://login.acme.example',
  clientId: 'governance',
  clientSecret: 'canary-secret',
  enabled: true,
};

const secondFactor = { acrValues: ['urn:acme:loa:2'], amrValues: ['mfa'] };

describe('ConnectionsService', () => {
  let clock: FixedClock;
  let wire: FaultyWire;
  let directory: InMemoryConnectionDirectory;
  let members: InMemoryMemberDirectory;
  let cutOffs: InMemoryTokenCutOffs;
  let service: ConnectionsService;

  beforeEach(() => {
    clock = new FixedClock();
    const parts = new ManagedProviderInMemory();
    ({ wire, connections: directory, members, cutOffs } = parts);
    const now = (): Date => clock.now();
    const ofConnection = new ConnectionMembers({ directory: members, cutOffs, issuer, now });
    const settler = new ProviderChangeSettler(parts.partsFor(issuer, now));
    const changes = new ProviderChanges(parts.changes, settler, clock);
    service = new ConnectionsService(directory, ofConnection, changes);
    const password = { id: 'con_password', name: 'Password', type: 'database', enabled: true };
    directory.connections.set(orgId, [password]);
    directory.connections.set('org_globex', [{ ...password, id: 'con_theirs', type: 'enterprise' }]);
  });

  const write = (operation: AuditContext['operation']): AuditContext => auditContextOf(caller, operation);
  const create = (changes: Partial<typeof provider> = {}): Promise<ConfiguredConnection> =>
    service.create(caller, { ...provider, ...changes }, write('connections:create'));
  const update = (id: string, change: ConnectionChange): Promise<ConfiguredConnection> =>
    service.update(caller, id, { change, write: write('connections:update') });
  const remove = (id: string): Promise<void> => service.remove(caller, id, write('connections:remove'));
  const test = (id: string): Promise<unknown> => service.test(caller, id, write('connections:test'));
  const find = (id: string): object | undefined => directory.all(orgId).find((each) => each.id === id);
  const isCutOff = async (subject: string, org = orgId): Promise<boolean> =>
    (await cutOffs.find({ issuer, subject, orgId: org })) !== undefined;

  async function addWithMembers(): Promise<string> {
    const { id } = await create();
    members.put(orgId, { id: 'by-password', role: 'viewer' });
    for (let count = 0; count < 450; count += 1) {
      members.put(orgId, { id: `user-${count}`, role: 'viewer', connectionId: id });
    }
    cutOffs.audit.length = 0;
    return id;
  }

  it('adds a connection under an id of its own, and records it without its secret', async () => {
    const added = await create({ name: '  Single sign-on ' });
    expect(added).toMatchObject({
      id: expect.stringMatching(/^con_[0-9a-f-]{36}$/) as string,
      name: 'Single sign-on',
      type: 'enterprise',
      enabled: true,
      upstream: { issuer: provider.issuer, clientId: 'governance' },
    });
    expect(cutOffs.audit).toEqual([
      {
        ...write('connections:create'),
        target: added.id,
        at: clock.now(),
        outcome: 'done',
        reason: undefined,
      },
    ]);
    expect(JSON.stringify([added, cutOffs.audit])).not.toContain('canary');
    expect((await create()).id).not.toBe(added.id);
  });

  it('adds a connection with its second factor, and records that', async () => {
    expect(
      await service.create(caller, { ...provider, secondFactor }, write('connections:create')),
    ).toMatchObject({
      secondFactor,
    });
    expect(cutOffs.audit).toMatchObject([{ operation: 'connections:create', reason: 'second_factor' }]);
  });

  describe('confirms a second factor', () => {
    const add = jest.fn();
    const aged = (age: number | undefined): AuditContext => ({
      ...write('connections:create'),
      secondFactorAgeSeconds: age,
    });
    const confirmedBy = async (age: number | undefined): Promise<unknown> => {
      add.mockImplementation(directory.add.bind(directory));
      directory.add = add;
      await service.create(caller, { ...provider, secondFactor }, aged(age));
      return (add.mock.lastCall as [string, { isFactorConfirmed?: boolean }])[1].isFactorConfirmed;
    };

    it.each([
      [0, true],
      [300, true],
      [301, false],
      [undefined, false],
    ])('by one that is %p seconds old: %p', async (age, isConfirmed) => {
      expect(await confirmedBy(age)).toBe(isConfirmed);
    });

    it('by one of another origin only', async () => {
      const { id } = await service.create(caller, { ...provider, secondFactor }, aged(1));
      const change = jest.spyOn(directory, 'change');
      const set = async (): Promise<unknown> => {
        await service.update(caller, id, { change: { secondFactor }, write: aged(1) });
        return change.mock.lastCall?.[2].isFactorConfirmed;
      };
      members.put(orgId, { id: caller.subject, role: 'account-admin', connectionId: id });
      expect(await set()).toBe(false);
      // Without the setting, it was shown to us.
      await update(id, { secondFactor: null });
      expect(await set()).toBe(true);
      members.put(orgId, { id: caller.subject, role: 'account-admin' });
      expect(await set()).toBe(true);
    });
  });

  it('adds no more than the provider allows, and nothing invalid', async () => {
    await expectProblem(
      create({ issuer: 'http://login.acme.example' }),
      'invalid',
      'issuer must be an https URL of at most 500 characters, without a query',
    );
    directory.most = 0;
    const text = 'the organization has reached its limit of connections: remove one first';
    await expectProblem(create(), 'conflict', text);
    expect([directory.all(orgId).length, cutOffs.audit]).toEqual([1, []]);
  });

  it.each<[ConnectionChange, object, string | undefined]>([
    [{}, {}, undefined],
    [{ name: ' Another ' }, { name: 'Another' }, undefined],
    [{ enabled: true }, {}, 'enabled'],
    [{ enabled: false, name: 'Off' }, { enabled: false, name: 'Off' }, 'disabled'],
    [{ clientSecret: 'next-canary' }, {}, 'client_secret'],
    [{ secondFactor }, { secondFactor }, 'second_factor'],
    [{ secondFactor: null }, {}, 'no_second_factor'],
    [
      { secondFactor, enabled: true, clientSecret: 'next-canary' },
      { secondFactor },
      'enabled,second_factor,client_secret',
    ],
  ])('changes %j only, and records what kind of change it was', async (change, changed, reason) => {
    const added = await create();
    const revision = expect.any(String) as string;
    expect(await update(added.id, change)).toEqual({ ...added, ...changed, revision });
    expect(cutOffs.audit.at(-1)).toMatchObject({ target: added.id, outcome: 'done', reason });
    expect(JSON.stringify(cutOffs.audit)).not.toContain('canary');
    expect(directory.upstreams.get(added.id)?.clientSecret).toBe(change.clientSecret ?? 'canary-secret');
  });

  it('ends the tokens of its members when it is disabled, and no others', async () => {
    const id = await addWithMembers();
    await update(id, { name: 'Still open' });
    expect(await isCutOff('user-0')).toBe(false);
    await update(id, { enabled: false });
    for (const subject of ['user-0', 'user-200', 'user-449']) expect(await isCutOff(subject)).toBe(true);
    expect([await isCutOff('by-password'), await isCutOff('user-0', 'org_globex')]).toEqual([false, false]);
    await update('con_password', { enabled: false });
    expect(await isCutOff('by-password')).toBe(true);
  });

  it('removes a connection, and ends the tokens of its members', async () => {
    const id = await addWithMembers();
    await remove(id);
    expect([find(id), await isCutOff('user-449'), await isCutOff('by-password')]).toEqual([
      undefined,
      true,
      false,
    ]);
    expect(cutOffs.audit).toMatchObject([{ operation: 'connections:remove', target: id, outcome: 'done' }]);
  });

  it('keeps a connection without which no account-admin could sign in, and cuts off no token', async () => {
    const id = await addWithMembers();
    directory.needed.add(id);
    const text =
      'no account-admin of the organization could sign in afterwards: give one another sign-in method first';
    await expectProblem(update(id, { enabled: false }), 'conflict', text);
    await expectProblem(remove(id), 'conflict', text);
    expect([find(id), await isCutOff('user-0'), cutOffs.audit]).toMatchObject([{ enabled: true }, false, []]);
  });

  it('tests a connection, and records the result', async () => {
    const { id } = await create({ enabled: false });
    expect(await test(id)).toBeUndefined();
    directory.problems.set(id, 'keys_unresolved');
    expect(await test(id)).toBe('keys_unresolved');
    expect(cutOffs.audit.slice(1)).toMatchObject([{ reason: undefined }, { reason: 'keys_unresolved' }]);
  });

  it('gives a password no provider, no test and no end', async () => {
    const text = 'only connections of type enterprise can be tested or removed';
    await expectProblem(test('con_password'), 'conflict', text);
    await expectProblem(remove('con_password'), 'conflict', text);
    const secret = 'client_secret is for connections of type enterprise';
    await expectProblem(update('con_password', { clientSecret: 'x' }), 'invalid', secret);
    const factor = 'second_factor is for connections of type enterprise';
    await expectProblem(update('con_password', { secondFactor }), 'invalid', factor);
    expect(await update('con_password', { name: 'Passwords' })).toMatchObject({ upstream: undefined });
  });

  it.each(['con_none', 'con_theirs', '', '../x', 'a\0'])(
    'gives the same error for the id %j, and changes nothing',
    async (id) => {
      const text = 'there is no connection with this id';
      for (const work of [() => update(id, { enabled: false }), () => remove(id), () => test(id)]) {
        await expectProblem(work(), 'not_found', text);
      }
      expect([directory.all('org_globex').length, cutOffs.audit]).toEqual([1, []]);
    },
  );

  const interruptions = losses.flatMap((loss) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((calls) => [loss, calls] as const),
  );

  it.each(interruptions)('a removal that lost one %s after %d calls can be repeated', async (loss, calls) => {
    const id = await addWithMembers();
    wire.loseOne(loss, calls);
    await remove(id).catch(() => undefined);
    wire.repair();
    // Access is removed first.
    if (find(id) === undefined) expect(await isCutOff('user-449')).toBe(true);
    else await remove(id);
    expect([find(id), await isCutOff('user-449')]).toEqual([undefined, true]);
  });

  it.each(interruptions)(
    'a disabling that lost one %s after %d calls can be repeated',
    async (loss, calls) => {
      const id = await addWithMembers();
      wire.loseOne(loss, calls);
      await update(id, { enabled: false }).catch(() => undefined);
      wire.repair();
      await update(id, { enabled: false });
      expect([find(id), await isCutOff('user-449')]).toMatchObject([{ enabled: false }, true]);
      expect(cutOffs.audit.at(-1)).toMatchObject({ reason: 'disabled', target: id });
    },
  );
});
