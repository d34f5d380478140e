import { codeAt } from '@governance/testing';
import { parseArgs } from 'node:util';
import { runningStack } from './running-stack';
import { type StackDescription } from './stack-description';

const stepMs = 30_000;

/** Prints the code that the authenticator app of a user of the stack shows now. Returns the exit code. */
function printCode({ users }: StackDescription): number {
  const { user: email } = parseArgs({ options: { user: { type: 'string' } }, strict: false }).values;
  const user = users.find((each) => each.email === email);
  if (!user) {
    process.stderr.write(`Give --user with one of ${users.map((each) => each.email).join(', ')}\n`);
    return 1;
  }
  process.stdout.write(`${codeAt(user.totpSecret, Math.floor(Date.now() / stepMs))}\n`);
  return 0;
}

void runningStack().then((stack) => {
  process.exitCode = stack ? printCode(stack) : 1;
});
