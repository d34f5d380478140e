import { readEnvironment } from './config';
import { isSupportedNode } from './engine';
import { Terminal } from './output/terminal';
import { runProgram } from './program';

/** Set by the build. */
declare const governanceVersion: string;
declare const governanceEngines: string;

const environment = readEnvironment();
const interruption = new AbortController();
process.on('SIGINT', () => {
  interruption.abort(new Error('interrupted'));
});

const terminal = new Terminal(process, environment.noColor);
if (!isSupportedNode(process.versions.node, governanceEngines))
  terminal.note(
    `warning: Node ${process.versions.node} is not supported and some commands may fail. Install one of: ${governanceEngines}`,
  );

void runProgram(process.argv.slice(2), {
  version: governanceVersion,
  environment,
  terminal,
  signal: interruption.signal,
}).then((code) => {
  process.exitCode = code;
});
