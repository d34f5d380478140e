import { type DestinationStream, destination as stdout, type Logger, pino, stdTimeFunctions } from 'pino';
import { safeError } from './safe-error';

/** The values of the setting LOG_LEVEL. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** One JSON object a line on stdout: `level`, `time` (RFC 3339, UTC), `program`, `msg` and facts. */
export type ProgramLog = Logger;

export interface ProgramLogOptions {
  /** Stands in every line: `public-api`, `public-worker`, `platform-api`. */
  readonly program: string;
  readonly level: LogLevel | 'silent';
}

/** What may stand in a line of the things that others fill: errors without what they hold, requests not at all. */
export const lineSerializers = {
  err: safeError,
  error: safeError,
  req: omitted,
  res: omitted,
  headers: omitted,
};

/**
 * The log of a program. Errors are logged under `err` without what they may hold of others; headers and whole requests
 * not at all.
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
  };
  return pino(options, destination);
}

/**
 * The lines of one turn of the event loop are written together, at its end; the last words of a program that ends are
 * not lost.
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
  // The log calls `flushSync` after a line of the level `fatal`.
  return { write, flushSync };
}

function omitted(): string {
  return '[omitted]';
}
