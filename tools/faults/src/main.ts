import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { attemptTable, faultTable, findingLines, summary } from './report/report';
import { runFaults } from './run';
import { catalogue, selectFaults } from './schedule/catalogue';
import { impossibleFaults } from './schedule/requirements';
import { buildBundles } from './system/build-bundles';

/** `npm run prove -- faults [--seed N] [--minutes M] [--fault F3,F10]` resolves to the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      minutes: { type: 'string', default: '10' },
      fault: { type: 'string' },
    },
  });
  const [seed, minutes] = [Number(values.seed), Number(values.minutes)];
  if (!Number.isInteger(seed) || !(minutes > 0))
    throw new Error('--seed is a whole number, --minutes more than 0');
  const selected =
    values.fault === undefined ? catalogue.map(({ name }) => name) : selectFaults(values.fault);
  const impossible = impossibleFaults(selected);
  for (const [name, reason] of impossible) console.error(`${name} is not injected: ${reason}`);
  const faults = selected.filter((name) => !impossible.has(name));
  buildBundles();
  const folder = join(process.cwd(), 'reports', 'faults', String(seed));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.error(`Seed ${seed}, ${minutes} minutes; history and logs are in ${folder}`);
  const report = (line: string): void => {
    console.error(line);
  };
  const { evidence, findings } = await runFaults({ seed, seconds: minutes * 60, faults, folder, report });
  console.log(faultTable(evidence));
  console.log(`\n${attemptTable(evidence, findings)}`);
  console.log(`\nSeed ${seed}: ${summary(evidence)}`);
  console.log(findings.length === 0 ? 'Nothing was lost.' : findingLines(findings));
  return findings.length === 0 ? 0 : 1;
}

void main().then((code) => process.exit(code));
