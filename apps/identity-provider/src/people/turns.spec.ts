import { setImmediate as later } from 'node:timers/promises';
import { Turns } from './turns';

describe('turns', () => {
  it('are taken by no more than there are at one time, in the order in which they were asked for', async () => {
    const turns = new Turns(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map((number) =>
      turns.take(() => {
        begun.push(number);
        return new Promise<void>((end) => (ends[number] = end));
      }),
    );
    await later();
    expect(begun).toEqual([0, 1]);
    ends[1]?.();
    await later();
    expect(begun).toEqual([0, 1, 2]);
    ends[0]?.();
    ends[2]?.();
    await later();
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[3]?.();
    await Promise.all(all);
  });

  it('come back from work that fails, which says so to who has asked for it alone', async () => {
    const turns = new Turns(1);
    const failed = turns.take(() => Promise.reject(new Error('broken')));
    const next = turns.take(() => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
    expect(await turns.take(() => Promise.resolve('again'))).toBe('again');
  });
});
