import { scenarioCommand } from './scenario-command';
import { type RotationResult, runRotation } from './scenarios/rotation/run-rotation';
import { type RunResult } from './scenarios/under-load';

// `npm run prove -- rotation [--seed N] [--seconds S] [--minutes M]`
void scenarioCommand(
  { seconds: 30, minutes: 3 },
  async (options) => {
    const result = await runRotation(options);
    printResult(result);
    return { ...result, isKept: isSeamless(result) };
  },
  'rotation',
);

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
