import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const workspace = join(__dirname, '../../..');

/** The paths of a cell. A name alone is beside the test before it, or in a folder beside its folder. */
function pathsIn(cell: string): readonly string[] {
  const names = [...cell.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name).filter(isPath);
  const paths: string[] = [];
  for (const name of names) {
    const previous = dirname(paths.at(-1) ?? '');
    const places = [name, join(previous, name), join(dirname(previous), name)];
    paths.push(places.find((path) => existsSync(join(workspace, path))) ?? name);
  }
  return paths;
}

function isPath(name: string): boolean {
  return name.includes('/') || /\.(?:spec|e2e)\.ts$/.test(name);
}

describe('the assurance case', () => {
  const rows = readFileSync(join(workspace, 'docs/security.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!Claim |Risk |---)/.test(line))
    .map((line) => line.split(' | '));

  it('has claims with an argument and tests', () => {
    expect(rows.length).toBeGreaterThan(80);
    expect(rows.filter((cells) => cells.length !== 3)).toEqual([]);
    expect(rows.filter(([, , tests = '']) => pathsIn(tests).length === 0)).toEqual([]);
  });

  it('names tests that exist', () => {
    const paths = rows.flatMap(([, , tests = '']) => pathsIn(tests));
    expect(paths.filter((path) => !existsSync(join(workspace, path)))).toEqual([]);
  });
});
