import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type NamingTests } from './naming-tests';
import { type SecurityChapter } from './security-requirements';

/** A line of the table of claims: the claim, the argument, the tests, and the requirements. */
const row = /^\| (?<claim>.+?) \| (?<argument>.+?) \| (?<tests>[^|]+?) \|(?: (?<requirements>[^|]*?) ?\|)?$/;
const titles = ['Claim', '---'];

/** `docs/security.md` with its last column: the requirements of ASVS that a test in a file of the claim names. */
export function withRequirements(
  page: string,
  chapters: readonly SecurityChapter[],
  named: NamingTests,
): string {
  const requirements = chapters.flatMap((chapter) => chapter.requirements);
  const [before = '', claims = '', ...after] = page.split(/^(?=## )/m);
  const lines = claims.split('\n').map((line) => {
    const { claim, argument, tests = '' } = row.exec(line)?.groups ?? {};
    if (claim === undefined || titles.includes(claim)) return line;
    const paths = testFilesIn(tests);
    const shown = requirements
      .map(({ number }) => number)
      .filter((number) =>
        named.get(`V${number}`)?.some((test) => paths.some((path) => test.path.startsWith(path))),
      );
    return `| ${claim} | ${argument ?? ''} | ${tests} | ${shown.join(', ')} |`;
  });
  return [before, lines.join('\n'), ...after].join('');
}

/** The paths in a cell. A name alone is beside the test before it, or in a folder beside its folder. */
export function testFilesIn(cell: string): readonly string[] {
  const names = [...cell.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name).filter(isPath);
  const paths: string[] = [];
  for (const name of names) {
    const previous = dirname(paths.at(-1) ?? '');
    const places = [name, `${previous}/${name}`, `${dirname(previous)}/${name}`];
    paths.push(places.find((path) => existsSync(path)) ?? name);
  }
  return paths;
}

function isPath(name: string): boolean {
  return name.includes('/') || /\.(?:spec|e2e)\.ts$/.test(name);
}
