import { parseArgs } from 'node:util';
import { findingLines, summary } from './report/report';
import { reportFolder } from './scenarios/report-folder';
import { runRestore } from './scenarios/restore/run-restore';
import { buildBundles } from './system/build-bundles';

/** `npm run prove -- restore [--seed N] [--seconds S]` resolves to the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      seconds: { type: 'string', default: '60' },
    },
  });
  const [seed, seconds] = [Number(values.seed), Number(values.seconds)];
  if (!Number.isInteger(seed) || !(seconds > 0))
    throw new Error('--seed is a whole number, --seconds more than 0');
  buildBundles();
  const { evidence, findings, before, after, certificate, auditProof, ...result } = await runRestore({
    seed,
    seconds,
    archivesLog: true,
    folder: reportFolder('restore'),
    report: (line) => {
      console.error(line);
    },
  });
  const different = Object.keys(before).filter((table) => before[table] !== after[table]);
  for (const table of different)
    console.log(`${table}: ${before[table] ?? 0} rows before, ${after[table] ?? 0} after`);
  const rows = Object.values(after).reduce((sum, count) => sum + count, 0);
  console.log(
    `${rows} rows of ${Object.keys(after).length} tables, ${different.length} tables with another number`,
  );
  console.log(`${result.copySeconds.toFixed(1)} s to copy, ${result.restoreSeconds.toFixed(1)} s to restore`);
  console.log(`The certificate:\n${certificate.text}The audit proof:\n${auditProof.text}`);
  console.log(`Seed ${seed}: ${summary(evidence)}`);
  console.log(findings.length === 0 ? 'Nothing was lost.' : findingLines(findings));
  return findings.length + different.length === 0 && certificate.isGenuine && auditProof.isGenuine ? 0 : 1;
}

void main().then((code) => process.exit(code));
