import { openBrowser } from '@governance/testing';
import { join } from 'node:path';
import { must } from './demo-checks';
import { AuthenticatorApp } from './platform-demo/authenticator-app';
import { CleanUp } from './platform-demo/clean-up';
import { CommandLineClient } from './platform-demo/command-line-client';
import { PersonAtBrowser } from './platform-demo/person-at-browser';
import { PlatformWalk } from './platform-demo/platform-walk';
import { SecondFactorWindow } from './platform-demo/second-factor-window';
import { readDescription, type StackDescription } from './stack-description';
import { stackFiles } from './stack-files';
import { Terminal } from './terminal';

const email = 'admin@acme.example';
const root = join(__dirname, '..', '..', '..');
const files = stackFiles(root);
const terminal = new Terminal(process.stdout);
const interrupted = new AbortController();
// What was changed is put back first; the second time it ends at once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    interrupted.abort(new Error('Interrupted.'));
  });
}

function report(error: unknown): void {
  terminal.fail(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function walk(stack: StackDescription, cleanUp: CleanUp): Promise<void> {
  const user = stack.users.find((one) => one.email === email);
  must(user !== undefined, `the stack has no ${email}`);
  const { signal } = interrupted;
  const window = await SecondFactorWindow.find({ root, files, stack, orgId: user.organization.id });
  const client = await CommandLineClient.open(stack.issuer);
  const browser = await openBrowser({ endsAtSignals: false });
  cleanUp.later(() => browser.close());
  const person = new PersonAtBrowser(await browser.newPage(), user, new AuthenticatorApp(user.totpSecret));
  const tell = (what: string, result: string): void => {
    signal.throwIfAborted();
    terminal.done(what, result);
  };
  const platform = new PlatformWalk({ stack, client, person, window, cleanUp, tell, signal });
  await platform.signIn();
  await platform.lookAtOneself();
  await platform.changeProfile();
  await platform.growStale();
  await platform.createWithStepUp();
  await platform.callAsMachine();
  await platform.signOut();
}

async function demo(): Promise<void> {
  const stack = readDescription(files.description);
  must(
    stack !== undefined,
    'nothing is running. Start it with `npm start`, wait until it is up, and run this again',
  );
  terminal.say('');
  const cleanUp = new CleanUp();
  try {
    await walk(stack, cleanUp);
  } finally {
    await cleanUp.finish(report);
  }
  terminal.say('');
}

demo().catch((error: unknown) => {
  report(interrupted.signal.aborted ? interrupted.signal.reason : error);
});
