import { type LoggerService } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { type LogLevel, type ProgramLog } from './program-log';

/** Nest's startup messages. */
const assembly = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Nest logs a failed start and also throws it; `runProgram` reports it once. */
const startFailures = 'ExceptionHandler';

/**
 * The program's log as Nest's logger. A message is a text, an error, or an object whose members become members of the
 * line; the last argument is the context. Lines that belong to a request carry its id.
 */
export class NestLog implements LoggerService {
  private readonly requests = new AsyncLocalStorage<ProgramLog>();

  constructor(private readonly lines: ProgramLog) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(assembly.has(contextOf(rest) ?? '') ? 'debug' : 'info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    if (contextOf(rest) !== startFailures) this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Every line that is logged during `work` carries the id. */
  withRequestId<Result>(requestId: string, work: () => Result): Result {
    return this.requests.run(this.lines.child({ requestId }), work);
  }

  /** Drops arguments between the message and the context, which can have untrusted content. */
  private write(level: LogLevel, message: unknown, rest: readonly unknown[]): void {
    const context = contextOf(rest);
    const lines = this.requests.getStore() ?? this.lines;
    if (message instanceof Error) lines[level]({ context, err: message });
    else if (typeof message === 'string') lines[level]({ context }, message);
    else lines[level]({ context, ...(message as object) });
  }
}

/** The last argument, usually the name of a class. In a bundle, a class that refers to itself is called `_Name`. */
function contextOf(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' ? last.replace(/^_/, '') : undefined;
}
