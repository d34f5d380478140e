import { type ProgramLog } from './logging/program-log';

/** What a program needs to be stopped: a Nest application is one. */
export interface RunningProgram {
  close(): Promise<void>;
}

export interface Stopping {
  readonly log: ProgramLog;
  readonly exit: (code: number) => void;
  /** Emits SIGTERM and SIGINT: the process. */
  readonly signals: Pick<NodeJS.EventEmitter, 'on'>;
  /** When a program that has not ended by itself is ended. */
  readonly deadlineMs?: number;
}

/** Orchestrators that kill after 10 seconds must not be what ends us. */
const defaultDeadlineMs = 9_500;

/** Ends the program in order at the first signal and exits with 0; with 1 when it fails to, or is late. */
export function stopOnSignal(
  program: RunningProgram,
  { log, exit, signals, deadlineMs = defaultDeadlineMs }: Stopping,
): void {
  let stopping = false;
  const stop = (signal: string): void => {
    // Who is impatient sends SIGKILL.
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const timer = setTimeout(() => {
      log.error({ deadlineMs }, 'did not stop in time; what was under way is dropped');
      exit(1);
    }, deadlineMs);
    program.close().then(
      () => {
        clearTimeout(timer);
        log.info('stopped');
        exit(0);
      },
      (err: unknown) => {
        clearTimeout(timer);
        log.error({ err }, 'failed to stop in order');
        exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT']) {
    signals.on(signal, () => {
      stop(signal);
    });
  }
}
