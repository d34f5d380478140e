import { type Contender, doubleOf, holdContest } from './contest';

/** Records its calls, and returns `figure` each time. */
function fake(name: string, figure: number, log: string[] = []): Contender {
  return {
    name,
    warmUp: () => {
      log.push(`warm ${name}`);
      return Promise.resolve();
    },
    slice: () => {
      log.push(name);
      return Promise.resolve({ figure });
    },
  };
}

describe('a contest', () => {
  const options = { rounds: 3, figure: 'figure' };

  it('lets contenders take turns, there and back, after all are warm', async () => {
    const log: string[] = [];
    const contenders = [fake('a', 1, log), fake('b', 2, log), fake('a again', 1, log)];
    const contest = await holdContest(contenders, options);
    const warm = ['warm a', 'warm b', 'warm a again'];
    expect(log).toEqual([...warm, 'a', 'b', 'a again', 'a again', 'b', 'a', 'a', 'b', 'a again']);
    expect(contest.figures('figure', 'b')).toEqual([2, 2, 2]);
    expect(contest.ratios('figure', 'b', 'a')).toEqual([2, 2, 2]);
    expect(contest.control).toEqual([1, 1, 1]);
    expect(contest.medians()).toBe('figure: a 1.0; b 2.0; a again 1.0');
    expect(() => contest.figures('figure', 'c')).toThrow('c took no part');
  });

  it.each([
    [1.07, 3],
    [0.96, 3],
    [1.09, 6],
    [0.94, 6],
  ])('whose reference is %p of itself takes %p rounds', async (double, rounds) => {
    const logged = jest.spyOn(console, 'error').mockReturnValue();
    const log: string[] = [];
    const contenders = [fake('a', 1, log), fake('b', 2, log), fake(doubleOf('a'), double, log)];
    await holdContest(contenders, options);
    expect(log.filter((name) => name === 'b')).toHaveLength(rounds);
    expect(logged).toHaveBeenCalledTimes(rounds / 3 - 1);
    logged.mockRestore();
  });

  it('fails if a response is wrong', async () => {
    const wrong = { ...fake('a again', 1), slice: () => Promise.reject(new Error('500')) };
    await expect(holdContest([fake('a', 1), wrong], options)).rejects.toThrow('500');
  });
});
