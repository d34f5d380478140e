import { memoryUse, processCpu, proportionalSetSize, ticksOf } from './process-usage';

const fields = 'S 1 2 3 0 -1 4194304 5 6 7 8 150 25 4 1 20 0 11 0 99';

describe('the ticks of a process', () => {
  it('are those of user and kernel', () => {
    expect(ticksOf(`4711 (node) ${fields}`)).toBe(175);
  });

  it('are found behind a name with spaces and parentheses', () => {
    expect(ticksOf(`4711 (a) b (c) ${fields}`)).toBe(175);
  });

  it('are not invented for an invalid line', () => {
    expect(() => ticksOf('4711 (node) S 1')).toThrow('no ticks');
  });

  it('grow while this process works', () => {
    const before = processCpu(process.pid);
    let looks = 0;
    // Reading is work too: this many reads take seconds.
    while (processCpu(process.pid) === before && looks < 1_000_000) looks += 1;
    expect(processCpu(process.pid)).toBeGreaterThan(before);
  });
});

describe('the memory of a process', () => {
  it('is its proportional set size, not its mapped size', () => {
    const rollup = '00400000-7fff [rollup]\nRss:  90000 kB\nPss:  51200 kB\nPss_Anon:  1 kB\n';
    expect(proportionalSetSize(rollup)).toBe(51_200);
  });

  it('is not invented if the system reports none', () => {
    expect(() => proportionalSetSize('Rss: 1 kB')).toThrow('no proportional set size');
  });

  it('is nothing when the process has ended', () => {
    expect(memoryUse(2 ** 30)).toBe(0);
  });
});
