import { type PlatformTypes } from '@governance/client';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';

type Trial = PlatformTypes['schemas']['TrustRuleTrial'];
type Holds = Trial['accepted'];

/** Shows what holds. @throws CommandError unless the token would be accepted: a script reads the outcome from the exit code. */
export function showTrial(app: App, trial: Trial): void {
  app.list({
    rows: trial.conditions,
    columns: [
      { title: 'condition', value: ({ condition }) => condition },
      { title: 'result', value: ({ holds }) => outcomeOf(holds) },
    ],
    json: trial,
  });
  if (trial.accepted === true) {
    app.terminal.note('The token would be accepted');
    return;
  }
  const failed = trial.conditions.filter(({ holds }) => holds === false).map(({ condition }) => condition);
  if (trial.accepted === false)
    throw new CommandError(`The token would be refused: ${failed.join(', ')}`, exitCode.negative);
  throw new CommandError(
    'NOT CHECKED: the identity provider could not check every condition. Only a sign-in shows whether the token is accepted',
    exitCode.unchecked,
  );
}

function outcomeOf(holds: Holds): string {
  if (holds === null) return 'not checked';
  return holds ? 'holds' : 'does not hold';
}
