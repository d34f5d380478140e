import { settingsOrExit } from '@governance/config';
import { startTracing, type TracingSettings } from '@governance/tracing';
import { failureInWords } from './failure-in-words';
import { createProgramLog, type LogLevel, type ProgramLog } from './logging/program-log';
import { type RunningProgram, stopOnSignal } from './stop-on-signal';

interface CommonSettings extends TracingSettings {
  readonly LOG_LEVEL: LogLevel;
}

/**
 * Runs a program: reads its settings, starts it, and shuts it down gracefully on SIGTERM and SIGINT. Exit codes: 0 after a
 * graceful shutdown, 78 for invalid settings, 1 for everything else, with one line that gives the reason.
 */
export function runProgram<Settings extends CommonSettings>(
  name: string,
  readSettings: () => Settings,
  start: (settings: Settings, log: ProgramLog) => Promise<RunningProgram>,
): void {
  const settings = settingsOrExit(readSettings);
  const log = createProgramLog({ program: name, level: settings.LOG_LEVEL });
  const exit = (code: number): never => process.exit(code);
  // Unhandled rejections arrive here too. The state of the process can no longer be trusted.
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception, exiting');
    exit(1);
  });
  const traced = async (): Promise<RunningProgram> => {
    const deliverSpans = await startTracing(name, settings, () => {
      log.warn('the receiver of traces did not accept spans');
    });
    const program = await start(settings, log);
    return { close: () => program.close().then(deliverSpans) };
  };
  traced().then(
    (program) => {
      stopOnSignal(program, { log, exit, signals: process });
      log.info('started');
    },
    (err: unknown) => {
      const { words, expected } = failureInWords(err);
      log.fatal(expected ? {} : { err }, `cannot start: ${words}`);
      exit(1);
    },
  );
}

/** Runs a command. A failure is printed as one line on stderr, with exit code 1. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    process.stderr.write(`${failureInWords(error).words}\n`);
    process.exitCode = 1;
  });
}
