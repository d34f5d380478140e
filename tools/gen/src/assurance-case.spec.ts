import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFilesIn, withRequirements } from './assurance-case';

const workspace = join(__dirname, '../../..');

/** The rows of a section of the page, as cells. */
function rowsOf(page: string, section: string): string[][] {
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const [table = ''] = text.split('\n## ');
  return table
    .split('\n')
    .filter((line) => /^\| (?!Claim |Risk |---)/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));
}

describe('the assurance case', () => {
  const page = readFileSync(join(workspace, 'docs/security.md'), 'utf8');
  const claims = rowsOf(page, 'Claims');
  const risks = rowsOf(page, 'By the OWASP API Security Top 10 (2023)');
  const rows = [...claims, ...risks];

  it('has claims with an argument, tests and requirements, and the ten risks with an answer and tests', () => {
    expect(claims.length).toBeGreaterThan(80);
    expect(claims.filter((cells) => cells.length !== 4)).toEqual([]);
    expect(risks).toHaveLength(10);
    expect(risks.filter((cells) => cells.length !== 3)).toEqual([]);
    expect(rows.filter(([, , tests = '']) => testFilesIn(tests).length === 0)).toEqual([]);
  });

  it('names tests that exist', () => {
    const paths = rows.flatMap(([, , tests = '']) => testFilesIn(tests));
    expect(paths.filter((path) => !existsSync(join(workspace, path)))).toEqual([]);
  });

  it('has the requirements that a test of the claim names', () => {
    const requirement = { level: 1, requirement: '', status: 'met', answer: '' } as const;
    const requirements = [
      { ...requirement, number: '1.1.1' },
      { ...requirement, number: '2.1.1' },
      { ...requirement, number: '3.1.1', documents: ['docs/a.md'] },
    ];
    const named = new Map([
      ['V1.1.1', [{ path: 'libs/a/src/one.spec.ts', title: 'does it' }]],
      ['V2.1.1', [{ path: 'libs/b/src/two.spec.ts', title: 'does it' }]],
    ]);
    const table = (cell: string): string =>
      `# Page\n\n## Claims\n\n| Claim | Argument | Tests | ASVS 5 |\n| --- | --- | --- | --- |\n| safe | so | \`libs/a/src/one.spec.ts\` |${cell}\n\n## Other\n`;
    const written = withRequirements(table(''), [{ chapter: 'V1', requirements }], named);
    expect(written).toBe(table(' 1.1.1 |'));
    expect(withRequirements(written, [], named)).toBe(table('  |'));
  });
});
