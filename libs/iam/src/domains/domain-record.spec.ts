import { recordProblem, recordValueOf } from './domain-record';

const random = 'f8Yl3wWm0cQpX1v5bN7dKtRzH2uJ9sEaG4iO6yLq_A8';

describe('the record of a domain', () => {
  const found = (texts: readonly string[], challenge: string) =>
    recordProblem({ resolve: () => Promise.resolve([...texts]) }, { name: 'acme.example', challenge });
  const values = [
    recordValueOf('certificate', random),
    recordValueOf({ orgId: 'org_acme' }, random),
    recordValueOf({ orgId: 'org_globex' }, random),
  ];

  it('names what it proves, and the organization', () => {
    expect(values).toEqual([
      `governance-certificate=${random}`,
      `governance-organization=org_acme:${random}`,
      `governance-organization=org_globex:${random}`,
    ]);
    expect(recordValueOf({ orgId: 'a:b "c"' }, random)).toBe(
      `governance-organization=a%3Ab%20%22c%22:${random}`,
    );
  });

  it('proves nothing for another purpose or organization', async () => {
    for (const published of values) {
      for (const challenge of values) {
        const expected = published === challenge ? undefined : 'record_differs';
        expect(await found([published], challenge)).toBe(expected);
      }
    }
  });

  it('of an earlier release, the random text alone, still proves the domain', async () => {
    expect(await found(['v=spf1 -all', random], random)).toBeUndefined();
    expect(await found([random], values[1] ?? '')).toBe('record_differs');
  });
});
