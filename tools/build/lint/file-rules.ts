import { basename } from 'node:path';

/**
 * Allowed role suffixes: those of Nest and its libraries, then ours. A test has the suffix of its subject; `real` is one against a
 * real server, which `npm test` does not run.
 */
const roles = [
  'adapter',
  'command',
  'controller',
  'decorator',
  'dto',
  'filter',
  'guard',
  'interceptor',
  'middleware',
  'migration',
  'module',
  'openapi',
  'pipe',
  'providers',
  'routes',
  'service',
  'strategy',
  'contract',
  'job',
  'port',
  'store',
  'worker',
];
const name = new RegExp(
  String.raw`^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:${roles.join('|')}))?(?:\.db\.spec|\.spec|\.e2e|\.real|\.global-setup|\.global-teardown)?\.(?:d\.ts|ts|mjs)$`,
);
/** Files that may declare several classes: the shapes of a resource, a port with its errors, the pipes of one parser. */
const families = /\.(?:dto|port|pipe|filter)\.ts$|\.(?:spec|e2e)\.ts$/;

/** Migrations from then on are applied while programs write. */
const firstBuiltWhileWriting = 1_795_990_000_000;

/** The index of a table that the same file creates is built at once: the table is empty. */
function blocksWriters(path: string, code: string): boolean {
  const [, time] = /\/migrations\/(\d+)-/.exec(path) ?? [];
  if (time === undefined || Number(time) < firstBuiltWhileWriting) return false;
  return [
    ...code.matchAll(/CREATE(?: UNIQUE)? INDEX(?! CONCURRENTLY)[^;`']*?\bON(?: ONLY)? ([\w.]+|\$\{)/g),
  ].some(([, table = '']) => !new RegExp(String.raw`CREATE TABLE ${table}\b`).test(code));
}

/** Problems with a file's name and exports, one sentence each. */
export function fileProblems(path: string, code: string): string[] {
  const problems: string[] = [];
  if (!name.test(basename(path)))
    problems.push(`${path}: the name is not kebab-case with the suffix of a role`);
  const exported = [...code.matchAll(/^export (?:abstract )?class (\w+)(?:.* extends (\w+))?/gm)].filter(
    ([, , base = '']) => !/(?:Error|Problem)$/.test(base),
  );
  if (exported.length > 1 && !families.test(path)) {
    problems.push(
      `${path}: exports ${exported.map(([, className]) => className).join(' and ')}, one class is enough`,
    );
  }
  // The files of a worker share their modules (ADR 61).
  if (/jest\.spyOn\(\s*\w+\.prototype/.test(code) && !/mockRestore|restoreAllMocks/.test(code))
    problems.push(`${path}: spies on a prototype, and does not restore it`);
  if (blocksWriters(path, code))
    problems.push(`${path}: builds an index that blocks writers, use IndexMigration`);
  return problems;
}
