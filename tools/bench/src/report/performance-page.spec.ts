import { goalInWords, spreadInWords } from './figure-in-words';
import { performancePage } from './performance-page';
import { type RunReport } from './run-report';

const run: RunReport = {
  form: 'full',
  machine: { cores: 2, node: '24.21.0', postgres: '18.4', browser: 'HeadlessChrome/153.0', pins: 'pinned' },
  seconds: 900,
  rows: [
    {
      number: 6,
      name: 'launch',
      work: 'a certificate',
      goals: [
        {
          ...{ name: 'p50', against: 'launch per render: p50', bound: 'at least', value: 10, unit: '' },
          ...{ median: 12.34, p10: 11, p90: 13.9, rounds: 14, verdict: 'met' },
        },
        {
          ...{ name: 'memory', against: 'PSS', bound: 'at most', value: 350, unit: 'MiB' },
          ...{ median: 361.2, p10: 361.2, p90: 361.2, rounds: 1, verdict: 'missed' },
        },
      ],
      control: { median: 1.01, p10: 0.99, p90: 1.04, rounds: 14 },
      notes: ['One browser.'],
      seconds: 30,
    },
  ],
};

describe('the page', () => {
  const page = performancePage(run, { method: '## Method\n\nIn turns.', bounds: '' });

  it('has a line for every goal: figure, spread, verdict', () => {
    expect(page).toContain(
      '| 6 | a certificate | launch per render: p50 | ≥ 10 × | 12.3 [11.0–13.9] | met |\n' +
        '| 6 | a certificate | PSS | ≤ 350 MiB | 361 MiB | missed |',
    );
  });

  it('says how it was measured, and what was seen besides', () => {
    expect(page).toContain('## Method\n\nIn turns.');
    expect(page).toContain('- Row 6: the reference against itself 1.01 [0.99–1.04].\n- Row 6: One browser.');
    expect(page).toContain(
      '- 2 cores; pinned\n- Node 24.21.0, PostgreSQL 18.4, browser HeadlessChrome/153.0',
    );
  });
});

describe('a figure', () => {
  it('is written with its unit, and with as many digits as mean something', () => {
    expect(spreadInWords({ median: 1.234, p10: 0.9, p90: 14.5, rounds: 3 })).toBe('1.23 [0.90–14.5]');
    expect(spreadInWords({ median: 8.6, p10: 6, p90: 9, rounds: 3 }, 'µs')).toBe('8.60 µs [6.00–9.00]');
  });

  it('stands beside a goal in the same words', () => {
    const goal = { name: '', against: '', value: 1.1 } as const;
    expect(goalInWords({ ...goal, bound: 'at most', unit: '' })).toBe('≤ 1.1');
    expect(goalInWords({ ...goal, bound: 'at most', unit: 'ms' })).toBe('≤ 1.1 ms');
  });
});
