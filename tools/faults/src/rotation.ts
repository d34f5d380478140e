import { parseArgs } from 'node:util';
import { findingLines, summary } from './report/report';
import { reportFolder } from './scenarios/report-folder';
import { type RotationResult, runRotation } from './scenarios/rotation/run-rotation';
import { type RunResult } from './scenarios/under-load';
import { buildBundles } from './system/build-bundles';

/** `npm run prove -- rotation [--seed N] [--seconds S] [--minutes M]` resolves to the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      seconds: { type: 'string', default: '30' },
      minutes: { type: 'string', default: '3' },
    },
  });
  const [seed, seconds, minutes] = [Number(values.seed), Number(values.seconds), Number(values.minutes)];
  if (!Number.isInteger(seed) || !(seconds > 0) || !Number.isInteger(minutes))
    throw new Error('--seed and --minutes are whole numbers, --seconds more than 0');
  buildBundles();
  const { evidence, findings, ...result } = await runRotation({
    seed,
    seconds,
    minutes,
    folder: reportFolder('rotation'),
    report: (line) => {
      console.error(line);
    },
  });
  printResult(result);
  console.log(`Seed ${seed}: ${summary(evidence)}`);
  console.log(findings.length === 0 ? 'Nothing was lost.' : findingLines(findings));
  return findings.length === 0 && isSeamless(result) ? 0 : 1;
}

/** Whether nothing failed, and both the former and the new keys were used. */
function isSeamless({
  failedRequests,
  errors,
  sealed,
  signed,
  certificates,
  machine,
}: Omit<RotationResult, keyof RunResult>): boolean {
  const statuses = [machine.former, machine.renewed];
  return [
    failedRequests + errors.length === 0,
    [sealed, signed].every((counts) => Object.keys(counts).length === 2),
    certificates.every(({ isGenuine }) => isGenuine),
    machine.isSignedAnew && statuses.every((status) => status === 200),
  ].every(Boolean);
}

function printResult(result: Omit<RotationResult, keyof RunResult>): void {
  const { failedRequests, errors, replacingSeconds, sealed, signed, certificates, machine } = result;
  console.log(`${replacingSeconds.toFixed(0)} s to replace every program one by one`);
  console.log(`${failedRequests} failed requests, ${errors.length} errors in the logs`);
  console.log(errors.slice(0, 10).join('\n'));
  console.log(`Addresses by the version of the key that sealed them: ${JSON.stringify(sealed)}`);
  console.log(`Certificates by key: ${Object.values(signed).join(', ')}`);
  console.log(certificates.map(({ text }) => text).join('\n'));
  console.log(
    `A token of before: ${machine.former}; a new one: ${machine.renewed}, by another key: ${machine.isSignedAnew}`,
  );
}

void main().then((code) => process.exit(code));
