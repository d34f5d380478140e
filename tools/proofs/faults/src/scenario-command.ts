import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findingLines, summary } from './report/report';
import { type LoadOptions, type RunResult } from './scenarios/under-load';
import { buildBundles } from './system/build-bundles';

type Value = number | string | boolean;
type Widened<Given extends Value> = Given extends number ? number : Given extends string ? string : boolean;
type Values<Defaults> = {
  [Name in keyof Defaults]: Defaults[Name] extends Value ? Widened<Defaults[Name]> : never;
};

interface Verdict extends RunResult {
  /** Whether what the scenario measured is as promised. */
  readonly isKept?: boolean;
}

/**
 * Runs a scenario with the options of the command line, which have these defaults, and `--seed`. Prints the verdict and exits.
 * The history and the logs are in `reports/faults`, below the name or the seed.
 */
export async function scenarioCommand<Defaults extends Readonly<Record<string, Value>>>(
  defaults: Defaults,
  run: (
    options: Values<Defaults> & Pick<LoadOptions, 'seed'> & Required<Pick<LoadOptions, 'folder' | 'report'>>,
  ) => Promise<Verdict>,
  name?: string,
): Promise<void> {
  const values = readOptions({ seed: Date.now() % 1_000_000, ...defaults });
  const seed = Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error('--seed is a whole number');
  buildBundles();
  const folder = join(process.cwd(), 'reports', 'faults', name ?? String(seed));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const report = (line: string): void => {
    console.error(line);
  };
  const {
    evidence,
    findings,
    isKept = true,
  } = await run({ ...(values as Values<Defaults>), seed, folder, report });
  console.log(`Seed ${seed}: ${summary(evidence)}`);
  console.log(findings.length === 0 ? 'Nothing was lost.' : findingLines(findings));
  process.exit(findings.length === 0 && isKept ? 0 : 1);
}

/** @throws when an option for a number has none. */
function readOptions(defaults: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  const options = Object.entries(defaults).map(([name, value]) => [
    name,
    typeof value === 'boolean'
      ? { type: 'boolean', default: value }
      : { type: 'string', default: String(value) },
  ]);
  const { values } = parseArgs({
    options: Object.fromEntries(options) as Record<string, { type: 'string' }>,
  });
  const read = Object.entries(defaults).map(([name, value]) => {
    const given: unknown = values[name];
    if (typeof value !== 'number') return [name, given];
    if (!(Number(given) >= 0)) throw new Error(`--${name} is a number of at least 0`);
    return [name, Number(given)];
  });
  return Object.fromEntries(read) as Readonly<Record<string, Value>>;
}
