import { type ProgramLog } from './logging/program-log';

/** A program that can be stopped, such as a Nest application. */
export interface RunningProgram {
  close(): Promise<void>;
}

export interface Stopping {
  readonly log: ProgramLog;
  readonly exit: (code: number) => void;
  /** Emits SIGTERM and SIGINT: the process. */
  readonly signals: Pick<NodeJS.EventEmitter, 'on'>;
  /** The time after which the process is terminated. */
  readonly deadlineMs?: number;
}

/** Shorter than the 10 seconds after which common orchestrators kill a process. */
const defaultDeadlineMs = 9_500;

/** Shuts down gracefully on the first signal and exits with 0, or with 1 on failure or timeout. */
export function stopOnSignal(
  program: RunningProgram,
  { log, exit, signals, deadlineMs = defaultDeadlineMs }: Stopping,
): void {
  let stopping = false;
  const stop = (signal: string): void => {
    // Further signals are ignored; SIGKILL terminates at once.
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const timer = setTimeout(() => {
      log.error({ deadlineMs }, 'shutdown timed out; work in progress is dropped');
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
        log.error({ err }, 'graceful shutdown failed');
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
