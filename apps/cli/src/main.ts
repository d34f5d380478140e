import { readEnvironment } from './config';
import { isSupportedNode } from './engine';
import { exitCode } from './exit-code';
import { explain } from './explain';
import { Terminal } from './output/terminal';
import { runProgram } from './program';
import { useProxies } from './proxies';

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

async function run(): Promise<number> {
  const { proxies } = environment;
  if (proxies && !(await useProxies(proxies)))
    terminal.note('warning: this version of Node uses HTTPS_PROXY only with NODE_USE_ENV_PROXY=1');
  const { signal } = interruption;
  return runProgram(process.argv.slice(2), { version: governanceVersion, environment, terminal, signal });
}

void run()
  .catch((error: unknown) => {
    terminal.fail(explain(error).message);
    return exitCode.usage;
  })
  .then((code) => {
    process.exitCode = code;
  });
