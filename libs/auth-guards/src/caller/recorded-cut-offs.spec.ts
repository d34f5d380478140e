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

  it('asks once a minute for reads, whether there is a row or not', async () => {
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

  it('asks at every write, of which reads learn', async () => {
    await read();
    expect(await write()).toBeUndefined();
    await store.remove(holder, clock.now());
    expect(await write()).toMatchObject({ removedAt: clock.now() });
    expect(await read()).toMatchObject({ removedAt: clock.now() });
    expect(wire.calls).toBe(4);
  });

  it('keeps users, issuers and organizations apart', async () => {
    await store.remove(holder, clock.now());
    expect(await read()).toBeDefined();
    for (const other of [{ issuer: 'https://other.example.org' }, { subject: 'bob' }, { orgId: 'globex' }]) {
      expect(await read({ ...holder, ...other })).toBeUndefined();
    }
  });

  it('knows nothing when it cannot ask, but what it was told within a minute', async () => {
    await read();
    wire.isDown = true;
    expect(await read()).toBeUndefined();
    await expect(write()).rejects.toThrow(StoreUnavailable);
    clock.advance(60_000);
    await expect(read()).rejects.toThrow(StoreUnavailable);
  });

  it('does not go by what is from the future, when the clock was put back', async () => {
    await read();
    await store.remove(holder, clock.now());
    clock.advance(-3_600_000);
    expect(await read()).toBeDefined();
  });

  it('keeps 10,000 of them, and gives up the one that was asked for first', async () => {
    for (let person = 0; person <= 10_000; person += 1)
      await read({ ...holder, subject: `person ${person}` });
    const { calls } = wire;
    await read({ ...holder, subject: 'person 1' });
    expect(wire.calls).toBe(calls);
    await read({ ...holder, subject: 'person 0' });
    expect(wire.calls).toBe(calls + 1);
  });
});
