import { StoreUnavailable } from '@governance/assessments';
import { Batches } from './batches';

interface Run {
  readonly items: readonly string[];
  readonly answer: () => void;
  readonly fail: (error: Error) => void;
}

describe('batches', () => {
  let runs: Run[];
  let batches: Batches<string, string>;

  beforeEach(() => {
    runs = [];
    batches = new Batches(
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
    expect(ran()).toEqual(['a', 'b']);
    run(0).answer();
    await settled();
    expect(ran()).toEqual(['a', 'b', 'cd']);
    for (const { answer } of runs) answer();
    expect(await Promise.all(asked)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('hold no more than a statement should', async () => {
    const asked = add('a', 'b', ...Array.from({ length: 65 }, () => 'x'));
    run(0).answer();
    run(1).answer();
    await settled();
    expect(ran().map(({ length }) => length)).toEqual([1, 1, 64, 1]);
    for (const { answer } of runs) answer();
    await Promise.all(asked);
  });

  it('let one item fail without the others', async () => {
    const outcomes = Promise.allSettled(add('a', 'b', 'c', 'd', 'e'));
    run(0).answer();
    await settled();
    run(2).fail(new Error('d is no good'));
    await settled();
    expect(ran()).toEqual(['a', 'b', 'cde', 'c']);
    run(3).answer();
    await settled();
    run(4).fail(new Error('d is no good'));
    await settled();
    run(5).answer();
    run(1).answer();
    expect((await outcomes).map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    ]);
  });

  it('try nothing again that a database that went away may have done', async () => {
    const asked = add('a', 'b', 'c', 'd');
    run(0).answer();
    await settled();
    run(2).fail(new StoreUnavailable());
    run(1).answer();
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(ran()).toEqual(['a', 'b', 'cd']);
  });

  it('keep nobody waiting twice for a database that is away', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    add('a', 'b').forEach((one) => void one.catch(() => undefined));
    const [early] = add('c');
    now.mockReturnValue(1_000);
    const [late] = add('d');
    now.mockReturnValue(2_500);
    run(0).fail(new StoreUnavailable());
    await expect(early).rejects.toThrow(StoreUnavailable);
    expect(ran()).toEqual(['a', 'b', 'd']);
    run(2).answer();
    expect(await late).toBe('D');
  });
});
