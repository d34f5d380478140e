import { readEnvironment } from './config';
import { Terminal } from './output/terminal';
import { runProgram } from './program';

/** Set by the build. */
declare const governanceVersion: string;

const environment = readEnvironment();
const interruption = new AbortController();
process.on('SIGINT', () => {
  interruption.abort(new Error('interrupted'));
});
// A reader such as `head` that has seen enough is no error.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0);
});

void runProgram(process.argv.slice(2), {
  version: governanceVersion,
  environment,
  terminal: new Terminal(process, environment.noColor),
  signal: interruption.signal,
}).then((code) => {
  process.exitCode = code;
});
