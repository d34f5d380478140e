import { settingsOrExit } from '@governance/config';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DevStack } from './dev-stack';
import { type Interruptions, listenForInterruptions } from './interruptions';
import { readStackSettings } from './stack-settings';
import { printSummary } from './summary';
import { Terminal } from './terminal';
import { watchedPrograms, type WatchedPrograms } from './watched-programs';

const root = join(__dirname, '..', '..', '..');

/** `--fresh` starts with empty data; `--watch [PROGRAM…]` restarts changed programs (`npm run dev`). */
function launchArguments(): { readonly fresh: boolean; readonly watched: WatchedPrograms } {
  const { values, positionals } = parseArgs({
    options: { fresh: { type: 'boolean', default: false }, watch: { type: 'boolean', default: false } },
    allowPositionals: process.argv.includes('--watch'),
  });
  return { fresh: values.fresh, watched: values.watch ? watchedPrograms(positionals) : new Map() };
}

/** An uncaught exception must not leave programs running. */
function whenDefective(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  process.once('uncaughtException', reject);
  promise.catch(() => undefined);
  return promise;
}

/** Runs the stack until it is stopped. @throws if it does not start or breaks. */
async function serve(
  stack: DevStack,
  { terminal, stop, fresh }: { terminal: Terminal; stop: AbortSignal; fresh: boolean },
): Promise<void> {
  const stopped = once(stop, 'abort');
  const defect = whenDefective();
  const description = await Promise.race([stack.start({ fresh }), stack.broken, defect]);
  const directory = process.env.INIT_CWD ?? process.cwd();
  printSummary(terminal, { description, files: stack.files, directory, watched: stack.watched });
  stack.listen();
  await Promise.race([stopped, stack.broken, defect]);
}

async function main(terminal: Terminal, { stop, hurry }: Interruptions): Promise<number> {
  const settings = settingsOrExit(() => readStackSettings(process.env));
  const fail = (error: unknown): void => {
    terminal.fail(error instanceof Error ? error.message : String(error));
  };
  let launch;
  try {
    launch = launchArguments();
  } catch (error) {
    fail(error);
    return 1;
  }
  const { fresh, watched } = launch;
  const stack = new DevStack({ root, settings, terminal, env: process.env, signal: stop, watched });
  hurry.addEventListener('abort', () => {
    stack.hurry();
  });
  let code = 0;
  try {
    await serve(stack, { terminal, stop, fresh });
  } catch (error) {
    if (!stop.aborted) {
      fail(error);
      code = 1;
    }
  }
  await stack.stop();
  return code;
}

void main(new Terminal(process.stdout), listenForInterruptions()).then((code) => process.exit(code));
