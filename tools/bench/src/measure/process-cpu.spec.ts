import { processCpu, ticksOf } from './process-cpu';

const fields = 'S 1 2 3 0 -1 4194304 5 6 7 8 150 25 4 1 20 0 11 0 99';

describe('the ticks of a process', () => {
  it('are those of user and kernel, and apart from them those of ended children', () => {
    expect(ticksOf(`4711 (node) ${fields}`)).toEqual({ own: 175, children: 5 });
  });

  it('are found behind a name with spaces and parentheses', () => {
    expect(ticksOf(`4711 (a) b (c) ${fields}`)).toEqual({ own: 175, children: 5 });
  });

  it('are not made up', () => {
    expect(() => ticksOf('4711 (node) S 1')).toThrow('no ticks');
  });

  it('grow while this process works', () => {
    const before = processCpu(process.pid);
    let looks = 0;
    // Each look is work itself: so many of them take seconds of it.
    while (processCpu(process.pid) === before && looks < 1_000_000) looks += 1;
    expect(processCpu(process.pid)).toBeGreaterThan(before);
  });
});
