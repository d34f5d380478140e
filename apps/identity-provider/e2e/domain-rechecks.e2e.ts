import { JobRunner } from '@governance/deliveries';
import { EmbeddedDomainDirectory } from '@governance/identity-provider-client';
import { Database, PostgresJobQueue } from '@governance/postgres';
import { FixedClock, given, until } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { DomainRechecks } from '../src/domains/domain-rechecks';
import { ProvenDomainsStore } from '../src/domains/proven-domains.store';
import { TxtResolver } from '@governance/iam';
import { PeopleStores } from '../src/stores/people-stores';
import { EnterpriseHarness } from './support/enterprise';
import { type IdentityApp, startIdentityApp } from './support/identity-app';
import { managementToken } from './support/identity-server';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The TXT records of the DNS, by name; an error fails the lookup. */
class Records extends TxtResolver {
  readonly found = new Map<string, readonly string[] | Error>();
  readonly lookups: string[] = [];
  /** The most lookups at once. */
  most = 0;
  private running = 0;

  async resolve(name: string): Promise<readonly string[]> {
    this.lookups.push(name);
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    await new Promise(setImmediate);
    this.running -= 1;
    const texts = this.found.get(name) ?? [];
    if (texts instanceof Error) throw texts;
    return texts;
  }
}

describe('the checks of proven domains', () => {
  const acme = given(async () => EnterpriseHarness.open(await startIdentityApp()));
  let identity: IdentityApp;
  let directory: EmbeddedDomainDirectory;
  let records: Records;
  let clock: FixedClock;
  let checks: DomainRechecks;
  let name: string;

  beforeAll(async () => {
    ({ identity } = acme);
    directory = new EmbeddedDomainDirectory({
      managementUrl: `${identity.issuer}/management`,
      managementToken,
    });
    await identity.manage('PUT', '/organizations/org_globex', { name: 'Globex MSP' });
  });
  beforeEach(async () => {
    await acme.reset();
    await identity.stores.sql('TRUNCATE identity.domains, identity.domain_lapses, identity.jobs');
    records = new Records();
    identity.get<TxtResolver>(TxtResolver as never).resolve = (record) => records.resolve(record);
    clock = new FixedClock(new Date().toISOString());
    checks = new DomainRechecks(identity.get(ProvenDomainsStore), records, clock);
    name = `${randomUUID()}.example`;
  });
  afterAll(async () => {
    await acme.close();
    await identity.close();
  });

  const check = (): Promise<void> => checks.run(undefined, new AbortController().signal);
  const queue = (): PostgresJobQueue =>
    new PostgresJobQueue(identity.get<Database>(Database as never), 'identity');

  /** What each of so many processes does until nothing is due. */
  async function inProcesses(count: number): Promise<void> {
    const stop = new AbortController();
    const parts = { jobs: [checks], now: () => clock.now(), random: Math.random };
    const quiet = { trace: (_: unknown, run: () => Promise<void>) => run(), report: () => undefined };
    const running = Array.from({ length: count }, () =>
      new JobRunner({ ...parts, ...quiet, queue: queue() }).run(stop.signal),
    );
    const isDone = 'SELECT FROM identity.jobs WHERE lease IS NULL AND due_at > $1';
    await until(async () => (await identity.stores.sql(isDone, [clock.now()])).length === 1);
    stop.abort();
    await Promise.all(running);
  }

  async function prove(domain = name, orgId = 'org_acme'): Promise<void> {
    const connectionId = orgId === 'org_acme' ? 'con_acme_sso' : undefined;
    const { challenge } = await directory.put(orgId, { name: domain, connectionId });
    records.found.set(challenge.recordName, [challenge.recordValue]);
    expect((await directory.check(orgId, domain)).problem).toBeUndefined();
    records.lookups.length = 0;
  }

  const record = (): string => `_governance-challenge.${name}`;
  const isOffered = async (): Promise<boolean> =>
    (await identity.get(PeopleStores).ways.ofAddress(`user@${name}`)) !== undefined;
  const state = async (orgId = 'org_acme'): Promise<unknown> =>
    (await directory.ofOrg(orgId)).find((domain) => domain.name === name);
  const lapses = async (): Promise<unknown> =>
    identity.stores.sql('SELECT organization_id, name FROM identity.domain_lapses');

  /** The checks of the next days, each a day and a minute after the one before. */
  async function pass(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      clock.advance(dayMs + 60_000);
      await check();
    }
  }

  it('look a domain up once a day, and change nothing while the record is there', async () => {
    await prove();
    const before = await state();
    await check();
    expect(records.lookups).toEqual([]);
    await pass(1);
    await check();
    expect(records.lookups).toEqual([record()]);
    await pass(30);
    expect(records.lookups).toHaveLength(31);
    expect([await state(), await isOffered()]).toEqual([before, true]);
  });

  it('end a proof after the record has been missing for seven days, and show it from the first day on', async () => {
    await prove();
    records.found.set(record(), ['v=spf1 -all']);
    await pass(1);
    const missingSince = clock.now();
    expect(await state()).toMatchObject({ provenAt: expect.any(Date) as Date, missingSince });
    await pass(6);
    expect([await isOffered(), await lapses()]).toEqual([true, []]);
    await pass(1);
    expect(await state()).toMatchObject({
      provenAt: undefined,
      missingSince: undefined,
      lapsedAt: clock.now(),
      connectionId: 'con_acme_sso',
    });
    expect(await isOffered()).toBe(false);
    expect((await identity.get(PeopleStores).ways.upstream('con_acme_sso'))?.provenDomains).toEqual([]);
    const [lapse] = await directory.lapses();
    expect(lapse).toMatchObject({ orgId: 'org_acme', name, lapsedAt: clock.now() });
    records.lookups.length = 0;
    await pass(3);
    expect([records.lookups, await lapses()]).toEqual([[], [{ organization_id: 'org_acme', name }]]);
  });

  it('keep the proof during an outage of the DNS, and repeat failed lookups every hour', async () => {
    await prove();
    records.found.set(record(), new Error('ESERVFAIL'));
    await pass(60);
    expect(await state()).toMatchObject({ provenAt: expect.any(Date) as Date, missingSince: undefined });
    const before = records.lookups.length;
    for (const [minutes, more] of [
      [59, 0],
      [1, 1],
    ] as const) {
      clock.advance(minutes * 60_000);
      await check();
      expect(records.lookups).toHaveLength(before + more);
    }
    expect(await lapses()).toEqual([]);
  });

  it('start anew when the record is back', async () => {
    await prove();
    const texts = records.found.get(record()) ?? [];
    records.found.set(record(), []);
    await pass(6);
    records.found.set(record(), texts);
    await pass(1);
    expect(await state()).toMatchObject({ missingSince: undefined });
    records.found.set(record(), []);
    await pass(7);
    expect(await isOffered()).toBe(true);
    await pass(1);
    expect(await isOffered()).toBe(false);
  });

  it('let the next owner prove a domain whose proof ended, and its former one prove it anew', async () => {
    await prove();
    records.found.clear();
    await pass(8);
    await prove(name, 'org_globex');
    expect((await directory.check('org_acme', name)).domain.provenAt).toBeUndefined();
    await directory.remove('org_globex', name);
    await identity.stores.sql('UPDATE identity.domains SET challenge_expires_at = now() WHERE name = $1', [
      name,
    ]);
    await prove();
    expect(await state()).toMatchObject({ provenAt: expect.any(Date) as Date, lapsedAt: undefined });
    expect(await isOffered()).toBe(true);
  });

  it('look for the proven challenge, also after the connection of an old domain was set', async () => {
    await prove();
    await identity.stores.sql('UPDATE identity.domains SET challenge_expires_at = now() WHERE name = $1', [
      name,
    ]);
    await directory.put('org_acme', { name, connectionId: undefined });
    await directory.put('org_acme', { name, connectionId: 'con_acme_sso' });
    await pass(8);
    expect(await isOffered()).toBe(true);
  });

  it('run in one process of all, with at most eight lookups at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `d${index}.${name}`);
    for (const each of names) await prove(each);
    clock.advance(2 * dayMs);
    await inProcesses(3);
    const looked = records.lookups.toSorted();
    expect(looked).toEqual(names.map((each) => `_governance-challenge.${each}`).toSorted());
    expect(records.most).toBe(8);
  });

  it('are due again an hour after their process died, which then records nothing', async () => {
    await prove();
    clock.advance(2 * dayMs);
    await queue().plan([checks.queue], clock.now());
    const claim = (): Promise<unknown> => queue().claim([checks], clock.now());
    expect(await claim()).toBeDefined();
    const [seen] = await identity.get(ProvenDomainsStore).due(clock.now(), 8);
    clock.advance(hourMs - 1);
    expect(await claim()).toBeUndefined();
    expect(records.lookups).toEqual([]);
    clock.advance(1);
    await inProcesses(1);
    expect(records.lookups).toEqual([record()]);
    if (!seen) throw new RangeError();
    expect(await identity.get(ProvenDomainsStore).record(seen, { kind: 'lapsed' }, clock.now())).toBe(false);
    expect(await isOffered()).toBe(true);
  });

  it('leave a domain to a process of the previous release that has claimed it in its row', async () => {
    await prove();
    clock.advance(2 * dayMs);
    const [seen] = await identity.get(ProvenDomainsStore).due(clock.now(), 8);
    if (!seen) throw new RangeError();
    const claim = 'UPDATE identity.domains SET check_due_at = $1';
    await identity.stores.sql(claim, [new Date(clock.now().getTime() + hourMs)]);
    await check();
    expect(records.lookups).toEqual([]);
    expect(await identity.get(ProvenDomainsStore).record(seen, { kind: 'lapsed' }, clock.now())).toBe(false);
    clock.advance(hourMs);
    await check();
    expect(records.lookups).toEqual([record()]);
  });

  it('leave each ended proof to the platform until it is forgotten, oldest first', async () => {
    for (const each of ['a', 'b']) {
      await prove(`${each}.${name}`);
      records.found.clear();
      await pass(8);
    }
    const [first, second, ...others] = await directory.lapses();
    expect([first?.name, second?.name, others]).toEqual([`a.${name}`, `b.${name}`, []]);
    await directory.forgetLapse(first?.id ?? '');
    await directory.forgetLapse(first?.id ?? '');
    expect(await directory.lapses()).toEqual([second]);
    expect((await identity.manage('DELETE', '/domain-lapses/42')).status).toBe(400);
  });

  it('end nothing of a domain that was removed during its check', async () => {
    await prove();
    records.found.clear();
    await pass(7);
    const removed = new Promise<void>((resolve, reject) => {
      jest.spyOn(records, 'resolve').mockImplementationOnce(async () => {
        await directory.remove('org_acme', name).then(resolve, reject);
        return [];
      });
    });
    await pass(1);
    await removed;
    expect(await lapses()).toEqual([]);
  });
});
