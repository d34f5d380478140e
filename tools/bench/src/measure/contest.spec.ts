import { type Contender, doubleOf, holdContest } from './contest';

/** Records its calls, and returns `figure` each time. */
function fake(name: string, figure: number, asked: string[] = []): Contender {
  return {
    name,
    warmUp: () => {
      asked.push(`warm ${name}`);
      return Promise.resolve();
    },
    slice: () => {
      asked.push(name);
      return Promise.resolve({ figure });
    },
  };
}

describe('a contest', () => {
  const options = { rounds: 3, figure: 'figure' };

  it('lets contenders take turns, there and back, after all are warm', async () => {
    const asked: string[] = [];
    const contenders = [fake('a', 1, asked), fake('b', 2, asked), fake('a again', 1, asked)];
    const contest = await holdContest(contenders, options);
    const warm = ['warm a', 'warm b', 'warm a again'];
    expect(asked).toEqual([...warm, 'a', 'b', 'a again', 'a again', 'b', 'a', 'a', 'b', 'a again']);
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
    const said = jest.spyOn(console, 'error').mockReturnValue();
    const asked: string[] = [];
    const contenders = [fake('a', 1, asked), fake('b', 2, asked), fake(doubleOf('a'), double, asked)];
    await holdContest(contenders, options);
    expect(asked.filter((name) => name === 'b')).toHaveLength(rounds);
    expect(said).toHaveBeenCalledTimes(rounds / 3 - 1);
    said.mockRestore();
  });

  it('fails if a response is wrong', async () => {
    const wrong = { ...fake('a again', 1), slice: () => Promise.reject(new Error('500')) };
    await expect(holdContest([fake('a', 1), wrong], options)).rejects.toThrow('500');
  });
});
