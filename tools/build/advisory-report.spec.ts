import { join } from 'node:path';

type AdvisoriesIn = (answer: string) => string[] | undefined;

/** Shaped like the answers of npm 10 and 11. */
const answer = {
  auditReportVersion: 2,
  vulnerabilities: {
    parser: {
      name: 'parser',
      severity: 'high',
      via: [
        {
          source: 1,
          name: 'parser',
          title: 'Endless loop',
          url: 'https://advisories.example/1',
          severity: 'low',
          range: '<2.0.0',
        },
        {
          source: 2,
          name: 'parser',
          title: 'Runs code',
          url: 'https://advisories.example/2',
          severity: 'critical',
          range: '<=1.4.0',
        },
      ],
    },
    server: { name: 'server', severity: 'high', via: ['parser'] },
  },
};

describe('the advisories of npm audit', () => {
  let advisoriesIn: AdvisoriesIn;
  beforeAll(async () => {
    const path = join(__dirname, 'advisory-report.mjs');
    ({ advisoriesIn } = (await import(path)) as { readonly advisoriesIn: AdvisoriesIn });
  });

  it('are listed once, the worst first', () => {
    expect(advisoriesIn(JSON.stringify(answer))).toEqual([
      'critical: parser <=1.4.0: Runs code (https://advisories.example/2)',
      'low: parser <2.0.0: Endless loop (https://advisories.example/1)',
    ]);
  });

  it('may be none', () => {
    expect(advisoriesIn(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }))).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['text', 'npm error'],
    ['the error of a registry without advisories', '{"message":"405 Method Not Allowed","statusCode":405}'],
    ['null', 'null'],
  ])('are unknown when the answer is %s', (_, text) => {
    expect(advisoriesIn(text)).toBeUndefined();
  });
});
