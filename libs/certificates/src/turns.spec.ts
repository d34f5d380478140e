import { Turns } from './turns';

describe('turns', () => {
  it('lets no more tasks run than there are places, in the order in which they came', async () => {
    const turns = new Turns(2);
    const begun: number[] = [];
    const tasks = [0, 1, 2, 3].map(() => Promise.withResolvers<string>());
    const taken = tasks.map(({ promise }, index) =>
      turns.take(() => {
        begun.push(index);
        return promise;
      }),
    );
    expect(begun).toEqual([0, 1]);
    tasks[1]?.resolve('done');
    await taken[1];
    await new Promise(setImmediate);
    expect(begun).toEqual([0, 1, 2]);
    for (const { resolve } of tasks) resolve('done');
    await Promise.all(taken);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('gives the place of a task that failed to the next one', async () => {
    const turns = new Turns(1);
    const failed = turns.take(() => Promise.reject(new Error('no')));
    const next = turns.take(() => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });
});
