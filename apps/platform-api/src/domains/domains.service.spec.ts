import {
  type Domain,
  type DomainCheck,
  IdentityProviderUnavailable,
  ProviderChangeSettler,
} from '@governance/iam';
import {
  auditContextOf,
  type FaultyWire,
  type InMemoryDomainDirectory,
  type InMemoryProviderChangeStore,
  machineOf,
  ManagedProviderInMemory,
} from '@governance/iam/spec';
import { FixedClock } from '@governance/testing';
import { expectProblem } from '../../spec/expect-problem';
import { ProviderChanges } from '../provider-changes/provider-changes';
import { DomainsService } from './domains.service';

const [ours, theirs] = [machineOf('org_acme'), machineOf('org_globex')];

describe('DomainsService', () => {
  let wire: FaultyWire;
  let directory: InMemoryDomainDirectory;
  let store: InMemoryProviderChangeStore;
  let service: DomainsService;

  beforeEach(() => {
    const provider = new ManagedProviderInMemory();
    ({ wire, domains: directory, changes: store } = provider);
    const connection = { id: 'con_1', name: 'Single sign-on', type: 'enterprise', enabled: true };
    provider.connections.connections.set('org_acme', [
      connection,
      { ...connection, id: 'con_2', type: 'database' },
    ]);
    const clock = new FixedClock();
    const settler = new ProviderChangeSettler(provider.partsFor(ours.issuer, () => clock.now()));
    service = new DomainsService(directory, new ProviderChanges(store, settler, clock));
  });

  const create = (name: string, connectionId?: string, caller = ours): Promise<Domain> =>
    service.create(caller, { name, connectionId }, auditContextOf(caller, 'domains:create'));
  const check = (name: string, caller = ours): Promise<DomainCheck> =>
    service.check(caller, name, auditContextOf(caller, 'domains:check'));
  const remove = (name: string, caller = ours): Promise<void> =>
    service.remove(caller, name, auditContextOf(caller, 'domains:remove'));

  it('adds a domain in canonical form, checks and removes it, and records each', async () => {
    const domain = await create('Bücher.example', 'con_1');
    expect(domain).toMatchObject({
      name: 'xn--bcher-kva.example',
      connectionId: 'con_1',
      provenAt: undefined,
    });
    directory.problems.set(domain.name, 'record_missing');
    expect(await check('BÜCHER.example')).toEqual({ domain, problem: 'record_missing' });
    directory.problems.clear();
    expect((await check(domain.name)).domain.provenAt).toEqual(directory.now);
    expect(await service.list(ours)).toHaveLength(1);
    await remove(domain.name);
    expect(await service.list(ours)).toEqual([]);
    const target = domain.name;
    expect(store.audit).toMatchObject([
      { operation: 'domains:create', target, reason: undefined },
      { operation: 'domains:check', target, reason: 'record_missing' },
      { operation: 'domains:check', target, reason: undefined },
      { operation: 'domains:remove', target, outcome: 'done' },
    ]);
  });

  it('sets the connection of a known domain, which keeps its proof', async () => {
    await create('acme.example');
    await check('acme.example');
    expect(await create('acme.example', 'con_1')).toMatchObject({
      connectionId: 'con_1',
      provenAt: directory.now,
    });
    expect(await create('acme.example')).toMatchObject({ connectionId: undefined, provenAt: directory.now });
  });

  it('refuses a connection that is unknown, foreign or a password', async () => {
    const text = 'connection_id must name a connection of type enterprise of this organization';
    await expectProblem(create('acme.example', 'con_none'), 'invalid', text);
    await expectProblem(create('acme.example', 'con_2'), 'invalid', text);
    await expectProblem(create('acme.example', 'con_1', theirs), 'invalid', text);
    expect([directory.domains.size, store.audit]).toEqual([0, []]);
  });

  it('lets one organization prove a domain', async () => {
    await create('acme.example');
    await create('acme.example', undefined, theirs);
    await check('acme.example', theirs);
    await expectProblem(check('acme.example'), 'conflict', 'another organization has proven this domain');
    expect((await check('acme.example', theirs)).problem).toBeUndefined();
  });

  it('adds no more than the provider allows', async () => {
    directory.most = 0;
    const text = 'the organization has reached its limit of domains: remove one first';
    await expectProblem(create('acme.example'), 'conflict', text);
  });

  it.each(['acme.example', '', 'a b', '../x', 'a\0', 'x'.repeat(300)])(
    'gives the same error for the name %j, and does not ask about a malformed one',
    async (name) => {
      await create('acme.example', undefined, theirs);
      wire.isDown = name !== 'acme.example';
      for (const work of [() => check(name), () => remove(name)]) {
        await expectProblem(work(), 'not_found', 'there is no domain with this name');
      }
      expect(directory.all('org_globex')).toHaveLength(1);
    },
  );

  it('has no effect while the provider is unavailable', async () => {
    wire.isDown = true;
    await expect(create('acme.example')).rejects.toThrow(IdentityProviderUnavailable);
    expect([directory.domains.size, store.audit]).toEqual([0, []]);
  });
});
