import { findKnee, kneeOf, type Probe } from './find-knee';

const p99 = 10;

/** A program that keeps rates up to a limit. */
const upTo =
  (limit: number) =>
  (perSecond: number): Promise<Probe> =>
    Promise.resolve({ perSecond, p99, isKept: perSecond <= limit });

describe('the knee', () => {
  it.each([
    [1_000, 969],
    [700, 688],
    [100, 94],
    [3, undefined],
  ])('is found below %p', async (limit, knee) => {
    expect(kneeOf(await findKnee(1_000, 5, upTo(limit)))?.perSecond).toBe(knee);
  });

  it('is looked for by halves, below a rate that is lost and above one that is kept', async () => {
    const tried = await findKnee(1_000, 3, upTo(700));
    expect(tried.map(({ perSecond }) => perSecond)).toEqual([500, 750, 625]);
  });

  it('is not lost to one disturbance', async () => {
    const keeps = upTo(1_000);
    let calls = 0;
    const disturbed = async (perSecond: number): Promise<Probe> => ({
      ...(await keeps(perSecond)),
      isKept: ++calls > 1,
    });
    expect(kneeOf(await findKnee(1_000, 2, disturbed))?.perSecond).toBe(750);
    expect(calls).toBe(3);
  });
});
