import { waysTable, withMeasured } from './ways-table.mjs';

const measured = { version: '26.7.3', java: '17', date: '2026-11-23' };

describe('the table of the ways to run', () => {
  const result = (way: string, title: string, status = 'passed'): object => ({
    ancestorTitles: [way],
    title,
    status,
  });
  const reportOf = (...assertionResults: object[]): object => ({
    startTime: 1_795_792_558_929,
    testResults: [
      { startTime: 1_000, endTime: 61_000, assertionResults: [] },
      { startTime: 62_000, endTime: 482_000, assertionResults },
    ],
  });

  it('has a row for each clause and a column for each way', () => {
    const report = reportOf(
      result('A broker', 'a token lasts'),
      result('Two issuers', 'a token lasts', 'failed'),
      result('Keycloak for machines too', 'a token lasts [without expiry]'),
      result('Two issuers', 'members are removed', 'pending'),
      result('Two issuers', 'authlib gets a token [not run without Python]', 'pending'),
      result('KeycloakIdentityProvider as an IdentityProvider', 'a clause of the port'),
    );
    expect(waysTable(report, measured).split('\n')).toEqual([
      'Keycloak 26.7.3, Java 17, 2026-11-23: 1 held, 1 not applicable, 2 not run, 1 failed. The tests took 8 minutes.',
      '',
      '| Clause | A broker | Two issuers | Keycloak for machines too |',
      '| --- | --- | --- | --- |',
      '| a token lasts | held | **failed** | not applicable: no `expiry` |',
      '| members are removed |  | not run |  |',
      '| authlib gets a token |  | not run: no Python |  |',
      '',
    ]);
  });

  it('counts the worst of several tests of a clause', () => {
    const report = reportOf(
      result('A broker', 'a token lasts'),
      result('A broker', 'a token lasts', 'failed'),
    );
    expect(waysTable(report, measured)).toContain('| a token lasts | **failed** |');
  });

  it('replaces what is between the markers of a page, and nothing else', () => {
    const markers = ['<!-- ways: written by npm run prove -- keycloak -->', '<!-- end of ways -->'] as const;
    const page = `before\n\n${markers[0]}\n\nold\n\n${markers[1]}\n\nafter\n`;
    const replaced = withMeasured(page, 'ways', 'new\n');
    expect(replaced).toBe(`before\n\n${markers[0]}\n\nnew\n\n${markers[1]}\n\nafter\n`);
    expect(withMeasured(replaced, 'ways', 'new\n')).toBe(replaced);
    expect(() => withMeasured('without', 'ways', 'new')).toThrow('no markers');
  });
});
