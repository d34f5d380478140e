import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Comments and blank lines count, specs do not. */
const mostLines = 300;
const files = [
  'clock.port.ts',
  'csv.ts',
  'ids.ts',
  'index.ts',
  'name.ts',
  'problem.ts',
  'rule-violation.ts',
  'store-unavailable.ts',
  'unavailable.ts',
];
const names = [
  'Clock',
  'Problem',
  'ProblemKind',
  'ProblemOptions',
  'problemStatus',
  'RuleViolation',
  'StoreUnavailable',
  'Unavailable',
  'asUuid',
  'byteOrderMark',
  'canonicalName',
  'checkName',
  'csvFile',
  'csvRow',
  'hasHiddenCharacters',
  'hiddenCharactersRefused',
  'isSameName',
  'isUuid',
  'longestName',
  'nameProblem',
  'readCsv',
  'ReadRow',
  'withoutHiddenCharacters',
];

/** Reports files and exports of a kernel other than clock, problems, outages, rule violations, ids, names and CSV, and excess length. */
export function kernelFindings(sources: string): string[] {
  const found = globSync('**/*', { cwd: sources, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(sources.length + 1));
  const texts = found.map((file) => readFileSync(join(sources, file), 'utf8'));
  const lines = texts.join('').split('\n').length - 1;
  return [
    ...found.filter((file) => !files.includes(file)).map((file) => `${file} does not belong in the kernel`),
    ...exportsOf(join(sources, 'index.ts'))
      .filter((name) => !names.includes(name))
      .map(notExported),
    ...(lines > mostLines ? [`the kernel has ${lines} lines, more than ${mostLines}`] : []),
  ];
}

function notExported(name: string): string {
  return `${name} is not an allowed export of the kernel`;
}

/** `*`, or any other statement without a list of names, counts as a name. */
function exportsOf(barrel: string): string[] {
  return readFileSync(barrel, 'utf8')
    .split(/^(?:export|import) /m)
    .flatMap((statement) => {
      const [, list] = /^(?:type )?\{([^}]*)\} from /.exec(statement) ?? [];
      return (list ?? statement).split(',');
    })
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '');
}
