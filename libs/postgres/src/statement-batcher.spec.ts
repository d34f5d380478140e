import { StoreUnavailable } from '@governance/kernel';
import { StatementBatcher } from './statement-batcher';

interface Run {
  readonly items: readonly string[];
  readonly answer: () => void;
  readonly fail: (error: Error) => void;
}

describe('a statement batcher', () => {
  let runs: Run[];
  let batches: StatementBatcher<string, string>;

  beforeEach(() => {
    runs = [];
    batches = new StatementBatcher(
      (items) =>
        new Promise((resolve, reject) => {
          const answer = (): void => {
            resolve(items.map((item) => item.toUpperCase()));
          };
          runs.push({ items, answer, fail: reject });
        }),
    );
  });
  afterEach(() => jest.restoreAllMocks());

  const add = (...items: readonly string[]): Promise<string>[] => items.map((item) => batches.add(item));
  const ran = (): string[] => runs.map(({ items }) => items.join(''));
  const run = (place: number): Run => {
    const found = runs[place];
    if (!found) throw new Error(`there is no run ${place}`);
    return found;
  };
  const settled = (): Promise<void> => new Promise(setImmediate);

  it('run what comes first at once, and what comes meanwhile together', async () => {
    const asked = add('a', 'b', 'c', 'd');
    expect(ran()).toEqual(['a']);
    run(0).answer();
    await settled();
    expect(ran()).toEqual(['a', 'bcd']);
    run(1).answer();
    expect(await Promise.all(asked)).toEqual(['A', 'B', 'C', 'D']);
    void add('e');
    expect(ran()).toEqual(['a', 'bcd', 'e']);
  });

  it('hold no more than a statement should', async () => {
    const asked = add('a', ...Array.from({ length: 65 }, () => 'x'));
    run(0).answer();
    await settled();
    run(1).answer();
    await settled();
    expect(ran().map(({ length }) => length)).toEqual([1, 64, 1]);
    run(2).answer();
    await Promise.all(asked);
  });

  it('let one item fail without the others', async () => {
    const outcomes = Promise.allSettled(add('a', 'b', 'c', 'd'));
    run(0).answer();
    await settled();
    run(1).fail(new Error('c is no good'));
    await settled();
    run(2).answer();
    await settled();
    run(3).fail(new Error('c is no good'));
    await settled();
    expect(ran()).toEqual(['a', 'bcd', 'b', 'c', 'd']);
    run(4).answer();
    expect((await outcomes).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('try nothing again that a database that went away may have done', async () => {
    const asked = add('a', 'b', 'c');
    run(0).answer();
    await settled();
    run(1).fail(new StoreUnavailable());
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(ran()).toEqual(['a', 'bc']);
  });

  it('wait only once for an unavailable database', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const [first, early] = add('a', 'b').map((one) => one.catch((error: unknown) => error));
    now.mockReturnValue(1_000);
    const [late] = add('c');
    now.mockReturnValue(2_500);
    run(0).fail(new StoreUnavailable());
    expect(await first).toBeInstanceOf(StoreUnavailable);
    expect(await early).toBeInstanceOf(StoreUnavailable);
    expect(ran()).toEqual(['a', 'c']);
    run(1).answer();
    expect(await late).toBe('C');
  });
});
