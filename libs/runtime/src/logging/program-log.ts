import { type DestinationStream, destination as stdout, type Logger, pino, stdTimeFunctions } from 'pino';
import { traceId } from '@governance/tracing';
import { safeError } from './safe-error';

/** The values of the setting LOG_LEVEL. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** One JSON object per line on stdout: `level`, `time` (RFC 3339, UTC), `program`, `msg` and further members. */
export type ProgramLog = Logger;

export interface ProgramLogOptions {
  /** The member `program` of every line: `public-api`, `public-worker`, `platform-api`. */
  readonly program: string;
  readonly level: LogLevel | 'silent';
}

/** Filters members with untrusted content: errors are reduced, requests are dropped. */
export const lineSerializers = {
  err: safeError,
  error: safeError,
  req: omitted,
  res: omitted,
  headers: omitted,
};

/**
 * The log of a program. Errors are logged under `err` without untrusted content; headers and whole requests are never
 * logged.
 */
export function createProgramLog(
  { program, level }: ProgramLogOptions,
  destination: DestinationStream = stdoutByTurns(),
): ProgramLog {
  const options = {
    level,
    base: { program },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: lineSerializers,
    mixin: traceMembers,
  };
  return pino(options, destination);
}

/**
 * Writes all lines of one turn of the event loop together at its end, and flushes before the program exits.
 */
function stdoutByTurns(): DestinationStream & { flushSync(): void } {
  const output = stdout({ sync: true });
  let lines = '';
  const flushSync = (): void => {
    if (lines === '') return;
    output.write(lines);
    lines = '';
  };
  process.once('exit', flushSync);
  const write = (line: string): void => {
    if (lines === '') setImmediate(flushSync);
    lines += line;
  };
  // Pino calls `flushSync` after a `fatal` line.
  return { write, flushSync };
}

/** Lines of a trace have its id. */
function traceMembers(): object {
  const id = traceId();
  return id === undefined ? {} : { trace_id: id };
}

function omitted(): string {
  return '[omitted]';
}
