import { memoryUse, proportionalSetSize } from './memory-use';

describe('the memory of a process', () => {
  it('is its proportional set size and not what it has mapped', () => {
    const rollup = '00400000-7fff [rollup]\nRss:  90000 kB\nPss:  51200 kB\nPss_Anon:  1 kB\n';
    expect(proportionalSetSize(rollup)).toBe(51_200);
  });

  it('is not made up where the system says none', () => {
    expect(() => proportionalSetSize('Rss: 1 kB')).toThrow('no proportional set size');
  });

  it('is nothing when the process has ended', () => {
    expect(memoryUse(2 ** 30)).toBe(0);
  });
});
