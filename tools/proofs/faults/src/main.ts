import { attemptTable, faultTable } from './report/report';
import { runFaults } from './run';
import { scenarioCommand } from './scenario-command';
import { catalogue, selectFaults } from './schedule/catalogue';
import { impossibleFaults } from './schedule/requirements';

// `npm run prove -- faults [--seed N] [--minutes M] [--fault F3,F10]`
void scenarioCommand({ minutes: 10, fault: '' }, async ({ minutes, fault, ...options }) => {
  const selected = fault === '' ? catalogue.map(({ name }) => name) : selectFaults(fault);
  const impossible = impossibleFaults(selected);
  for (const [name, reason] of impossible) console.error(`${name} is not injected: ${reason}`);
  const faults = selected.filter((name) => !impossible.has(name));
  console.error(`Seed ${options.seed}, ${minutes} minutes; history and logs are in ${options.folder}`);
  const result = await runFaults({ ...options, seconds: minutes * 60, faults });
  console.log(faultTable(result.evidence));
  console.log(`\n${attemptTable(result.evidence, result.findings)}\n`);
  return result;
});
