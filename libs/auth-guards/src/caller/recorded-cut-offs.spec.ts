import { StoreUnavailable } from '@governance/kernel';
import { FaultyWire, InMemoryTokenCutOffs } from '@governance/iam/spec';
import { FixedClock } from '@governance/testing';
import { RecordedCutOffs } from './recorded-cut-offs';

/** Counts database calls. */
class CountingWire extends FaultyWire {
  calls = 0;

  constructor() {
    super(() => new StoreUnavailable());
  }

  override call<Answer>(effect: () => Answer | Promise<Answer>): Promise<Answer> {
    this.calls += 1;
    return super.call(effect);
  }
}

describe('RecordedCutOffs', () => {
  const holder = { issuer: 'https://issuer.example.org', subject: 'ada', orgId: 'acme' };
  let clock: FixedClock;
  let wire: CountingWire;
  let store: InMemoryTokenCutOffs;
  let cutOffs: RecordedCutOffs;
  beforeEach(() => {
    clock = new FixedClock();
    wire = new CountingWire();
    store = new InMemoryTokenCutOffs(wire);
    cutOffs = new RecordedCutOffs(store, clock);
  });

  const read = (of = holder) => cutOffs.find(of, { isWrite: false });
  const write = () => cutOffs.find(holder, { isWrite: true });

  it('reads the database once a minute for reads, with and without a row', async () => {
    expect(await read()).toBeUndefined();
    await store.remove(holder, clock.now());
    clock.advance(59_999);
    expect(await read()).toBeUndefined();
    clock.advance(1);
    expect(await read()).toMatchObject({ removedAt: expect.any(Date) as unknown });
    const { calls } = wire;
    clock.advance(59_999);
    await read();
    expect(wire.calls).toBe(calls);
  });

  it('reads the database at every write, and uses the result for reads', async () => {
    await read();
    expect(await write()).toBeUndefined();
    await store.remove(holder, clock.now());
    expect(await write()).toMatchObject({ removedAt: clock.now() });
    expect(await read()).toMatchObject({ removedAt: clock.now() });
    expect(wire.calls).toBe(4);
  });

  it('takes in what the provider reports before it reads the database, and not from the cache', async () => {
    const reported = [clock.now()];
    cutOffs = new RecordedCutOffs(store, clock, {
      takeIn: async () => {
        for (const at of reported.splice(0)) await store.endSessions(holder, at);
      },
    });
    expect(await write()).toMatchObject({ removedAt: clock.now() });
    reported.push(clock.now());
    await read();
    expect(reported).toHaveLength(1);
  });

  it('keeps users, issuers and organizations apart', async () => {
    await store.remove(holder, clock.now());
    expect(await read()).toBeDefined();
    for (const other of [{ issuer: 'https://other.example.org' }, { subject: 'bob' }, { orgId: 'globex' }]) {
      expect(await read({ ...holder, ...other })).toBeUndefined();
    }
  });

  it('uses results up to a minute old while the database is unavailable, and rejects otherwise', async () => {
    await read();
    wire.isDown = true;
    expect(await read()).toBeUndefined();
    await expect(write()).rejects.toThrow(StoreUnavailable);
    clock.advance(60_000);
    await expect(read()).rejects.toThrow(StoreUnavailable);
  });

  it('ignores results from the future after the clock was set back', async () => {
    await read();
    await store.remove(holder, clock.now());
    clock.advance(-3_600_000);
    expect(await read()).toBeDefined();
  });

  it('caches 10,000 entries, and evicts the oldest', async () => {
    for (let person = 0; person <= 10_000; person += 1)
      await read({ ...holder, subject: `person ${person}` });
    const { calls } = wire;
    await read({ ...holder, subject: 'person 1' });
    expect(wire.calls).toBe(calls);
    await read({ ...holder, subject: 'person 0' });
    expect(wire.calls).toBe(calls + 1);
  });
});
