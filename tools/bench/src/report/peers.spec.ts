import { aheadLines, peersFigures, peersSection, type PeersRun, type PeerFigures, ratioTable } from './peers';

const figures = (of: Partial<PeerFigures>): PeerFigures => ({
  cpu: [1, 1, 1],
  p50: [2, 2, 2],
  p99: [3, 3, 3],
  idle: [50],
  loaded: [60],
  ready: [0.5, 0.5, 0.5],
  size: [10],
  ...of,
});
const run: PeersRun = {
  date: '2026-11-28',
  seconds: 900,
  tasks: [
    {
      name: 'token',
      work: 'a token',
      rate: 200,
      control: [0.9, 1, 1.1],
      programs: [
        { title: 'product', settings: 'as deployed', figures: figures({ cpu: [1, 2, 3] }) },
        {
          title: 'Keycloak',
          settings: 'production mode',
          figures: figures({ cpu: [2, 4, 6], idle: [500], ready: [4] }),
        },
      ],
      missing: [{ title: 'Ory Hydra', reason: 'go is missing on this machine' }],
    },
  ],
};

/** Tables without the spaces that align them. */
const compact = (text: string): string => text.replaceAll(/ +\|/g, ' |');

describe('the ratios of product and peer', () => {
  it('are taken within a slice where both have as many figures, and else between medians', () => {
    expect(compact(ratioTable(run.tasks))).toContain(
      '| a token | Keycloak | 0.50 [0.50–0.50] | 1.00 [1.00–1.00] | 1.00 [1.00–1.00] | 0.10 | 1.00 | 0.13 | 1.00 |',
    );
  });
});

describe('the part about peers', () => {
  it('has the medians, and why a peer is missing', () => {
    const section = compact(peersSection(run, '![peers](peers.svg)'));
    expect(section).toContain('| a token | Keycloak | 0.50 | 1.00 | 1.00 | 0.13 | 1.00 |');
    expect(section).toContain('- Ory Hydra is missing: go is missing on this machine');
  });
});

describe('the figures of peers', () => {
  const section = compact(peersFigures(run));

  it('are those of every program with their units', () => {
    expect(section).toContain('| a token, 200 a second | product | 2.00 ms [1.20–2.80] | 2.00 ms');
    expect(section).toContain('| 500 MiB |');
  });

  it('have the settings and the control run', () => {
    expect(section).toContain('- Keycloak: production mode');
    expect(section).toContain('- a token: control run 1.00 [0.92–1.08]');
  });
});

describe('a peer that is ahead', () => {
  const tasksWith = (cpu: readonly number[]): PeersRun['tasks'] =>
    run.tasks.map((task) => ({
      ...task,
      programs: [
        { title: 'product', settings: '', figures: figures({ cpu: [2, 2, 2] }) },
        { title: 'Go', settings: '', figures: figures({ cpu, size: [9] }) },
      ],
    }));
  const text = '- Go: It does less,\n  and is compiled: to machine code.\n- Typst: It has no browser.\n';

  it('is explained by its sentence', () => {
    const line =
      '- **Go** is ahead in CPU of a request, installed size. It does less,\n  and is compiled: to machine code.';
    expect(aheadLines(tasksWith([1, 1, 1.8]), text)).toBe(line);
  });

  it('is ahead by more than a program differs from itself', () => {
    expect(aheadLines(tasksWith([1.86, 1.86, 1.86]), text)).not.toContain('CPU');
  });

  it('fails the report without a sentence', () => {
    expect(() => aheadLines(tasksWith([1, 1, 1]), '- Typst: It has no browser.')).toThrow(
      'does not say why Go is ahead in CPU of a request, installed size',
    );
  });
});
