import { Random } from './random';

const drawn = (random: Random): readonly number[] => Array.from({ length: 5 }, () => random.next());

describe('the numbers of a client', () => {
  it('do not depend on what others have drawn', () => {
    const random = new Random(7);
    const before = drawn(random.stream(2));
    drawn(random);
    drawn(random.stream(1));
    expect(drawn(random.stream(2))).toEqual(before);
  });

  it('differ by client and by seed', () => {
    const all = [7, 8].flatMap((seed) => [0, 1, 2].map((index) => drawn(new Random(seed).stream(index))));
    expect(new Set(all.flat()).size).toBe(30);
  });
});
