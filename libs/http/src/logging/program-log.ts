import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
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

const requestIds = new AsyncLocalStorage<string>();

/** Everything that is logged in the course of `work` carries the id. */
export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return requestIds.run(requestId, work);
}

/**
 * The log of a program. Errors are logged under `err` without what they may hold of others; headers and whole requests
 * not at all. Lines are written at once, so that the last words of a program that ends are not lost.
 */
export function createProgramLog(
  { program, level }: ProgramLogOptions,
  destination?: DestinationStream,
): ProgramLog {
  const options = {
    level,
    base: { program },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: safeError, error: safeError, req: omitted, res: omitted, headers: omitted },
    mixin: () => {
      const requestId = requestIds.getStore();
      return requestId === undefined ? {} : { requestId };
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function omitted(): string {
  return '[omitted]';
}
