import { globSync, readFileSync } from 'node:fs';

/** A test that names promises at the end of its title: `lists credentials § 4.2g 8a`. */
export interface NamingTest {
  readonly path: string;
  readonly title: string;
}

/** By the number of the promise. */
export type NamingTests = ReadonlyMap<string, readonly NamingTest[]>;

const naming = /(?<quote>['"`])(?<title>(?:(?!\k<quote>)[^\\\n]|\\.)+) § (?<numbers>[\w. -]+)\k<quote>/g;

/** Of all test files of the workspace, which is the working directory. */
export function namingTests(): NamingTests {
  const paths = globSync('{apps,libs,tools}/**/*.{spec,e2e}.ts').toSorted();
  const named = paths.flatMap((path) => testsIn(path, readFileSync(path, 'utf8')));
  const groups = Map.groupBy(named, ({ number }) => number);
  return new Map([...groups].map(([number, tests]) => [number, tests.map(({ test }) => test)]));
}

function testsIn(path: string, source: string): { readonly number: string; readonly test: NamingTest }[] {
  return [...source.matchAll(naming)].flatMap(({ groups }) => {
    const { title = '', numbers = '' } = groups ?? {};
    const test = { path, title: title.replaceAll(/\$\{[^}]+\}/g, '…').replaceAll(/\\(?=.)/g, '') };
    return numbers.split(' ').map((number) => ({ number, test }));
  });
}

/** A cell of a table with links to tests; `root` is the path from the page to the workspace. */
export function linksTo(tests: readonly NamingTest[], root: string): string {
  const links = tests.map(
    ({ path, title }) => `[\`${title.replaceAll('`', '’').replaceAll('|', '\\|')}\`](${root}${path})`,
  );
  return links.join('<br>');
}
