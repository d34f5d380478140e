import { createTestKeyring, urlForProgram } from '@governance/testing';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Bench } from '../bench';
import { type GuardCosts } from '../guard/guard-costs';
import { pairedRatios, spreadOf } from '../measure/spread';
import { isSteady } from '../measure/control';
import { freshDatabase } from '../processes/databases';
import { addCredentials } from '../processes/organization';

const run = promisify(execFile);

/** What the guard costs, and what it is compared with, taking turns in a process of their own. */
export function guardContest(bench: Bench): Promise<GuardCosts> {
  return bench.once('guard contest', (whole) => whole.within(hold));
}

async function hold(bench: Bench): Promise<GuardCosts> {
  const databaseUrl = await freshDatabase(bench, 'guard');
  const [machine = ''] = await addCredentials(databaseUrl, 1_000);
  const keyring = createTestKeyring();
  bench.defer(() => {
    keyring.remove();
  });
  const env = {
    DATABASE_OWNER_URL: databaseUrl,
    DATABASE_URL: await urlForProgram(databaseUrl, 'platform-api/main'),
    KEYRING_FILE: keyring.file,
    RESULT_FILE: join(bench.parts.folder, 'guard-costs.json'),
    ROUNDS: String(bench.form.rounds),
    MACHINE: machine,
  };
  const program = join(process.cwd(), 'dist/tools/bench/src/guard/guard-costs.js');
  const [file, ...args] = [...bench.parts.pins.measured, process.execPath, program] as const;
  const measure = async (): Promise<GuardCosts> => {
    await run(file, args, { env: { PATH: process.env.PATH, ...env } });
    return JSON.parse(readFileSync(env.RESULT_FILE, 'utf8')) as GuardCosts;
  };
  const first = await measure();
  if (isSteady(spreadOf(controlOf(first)).median)) return first;
  bench.log.line('  The reference differs from itself: once more.');
  return measure();
}

/** The signature alone against itself. */
export function controlOf(costs: GuardCosts): readonly number[] {
  return pairedRatios(costOf(costs, 'verify again'), costOf(costs, 'verify'));
}

export function costOf(costs: GuardCosts, name: string): readonly number[] {
  const rounds = costs[name];
  if (!rounds) throw new Error(`${name} was not measured`);
  return rounds;
}
