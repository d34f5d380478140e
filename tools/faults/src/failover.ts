import { parseArgs } from 'node:util';
import { findingLines, summary } from './report/report';
import { buildBundles } from './system/build-bundles';
import { reportFolder } from './scenarios/report-folder';
import { runFailover } from './scenarios/failover/run-failover';

/** `npm run prove -- failover [--seed N] [--seconds S] [--held S] [--asynchronous]` resolves to the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      seconds: { type: 'string', default: '60' },
      held: { type: 'string', default: '0' },
      asynchronous: { type: 'boolean', default: false },
    },
  });
  const [seed, seconds, heldSeconds] = [Number(values.seed), Number(values.seconds), Number(values.held)];
  if (!Number.isInteger(seed) || !(seconds > 0) || !(heldSeconds >= 0))
    throw new Error('--seed is a whole number, --seconds more than 0, --held 0 or more');
  buildBundles();
  const { evidence, findings, outages, takeOverSeconds, readySeconds } = await runFailover({
    seed,
    seconds,
    heldSeconds,
    isSynchronous: !values.asynchronous,
    folder: reportFolder('failover'),
    report: (line) => {
      console.error(line);
    },
  });
  for (const { work, seconds: without } of outages) console.log(`${without.toFixed(1)} s without ${work}`);
  console.log(`${takeOverSeconds.toFixed(1)} s until the address led to the new primary`);
  console.log(`${readySeconds.toFixed(1)} s more until every program reported ready`);
  console.log(`Seed ${seed}: ${summary(evidence)}`);
  console.log(findings.length === 0 ? 'Nothing was lost.' : findingLines(findings));
  return findings.length === 0 ? 0 : 1;
}

void main().then((code) => process.exit(code));
