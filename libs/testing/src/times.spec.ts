import { Times } from './times';

async function measured(isJudged: boolean): Promise<Times> {
  const times = new Times(isJudged);
  for (let round = 0; round < 3; round += 1) expect(await times.measure(() => Promise.resolve(7))).toBe(7);
  return times;
}

describe('times', () => {
  it('are judged where they are to be', async () => {
    const times = await measured(true);
    times.expectEachBelow(600_000);
    times.expectLike(times, 2);
    expect(() => {
      times.expectEachBelow(0);
    }).toThrow(/^It took [0-9.]+ ms, which is not below 0\.0 ms$/);
    expect(() => {
      times.expectQuickestBelow(0);
    }).toThrow('not below');
    expect(() => {
      times.expectShareBelow(0.99, 0);
    }).toThrow('not below');
    expect(() => {
      times.expectLike(times, 1);
    }).toThrow('not below');
  });

  it('pass elsewhere', async () => {
    const times = await measured(false);
    times.expectEachBelow(0);
    times.expectQuickestBelow(0);
    times.expectShareBelow(0.99, 0);
    times.expectLike(times, 0);
  });

  it('are compared with others by their medians', async () => {
    const times = await measured(false);
    expect(times.ratioTo(times)).toBe(1);
    expect(() => times.ratioTo(new Times(false))).toThrow('Nothing was measured');
  });

  it('are not judged before anything was measured', () => {
    expect(() => {
      new Times(false).expectEachBelow(1);
    }).toThrow('Nothing was measured');
  });
});
