import { type LoggerService } from '@nestjs/common';
import { type LogLevel, type ProgramLog } from './program-log';

/** Nest's account of how it puts itself together. */
const assembly = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Nest reports a failed start, and then throws it: whoever runs the program says it once, in words. */
const startFailures = 'ExceptionHandler';

/**
 * The program's log as Nest's `Logger` sees it. A message is words, an error, or facts: the members of an object become
 * members of the line.
 */
export class NestLog implements LoggerService {
  constructor(private readonly lines: ProgramLog) {}

  log(message: unknown, ...rest: unknown[]): void {
    const context = contextOf(rest);
    this.write(context !== undefined && assembly.has(context) ? 'debug' : 'info', message, context);
  }

  error(message: unknown, ...rest: unknown[]): void {
    const context = contextOf(rest);
    if (context !== startFailures) this.write('error', message, context);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, contextOf(rest));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, contextOf(rest));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, contextOf(rest));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, contextOf(rest));
  }

  private write(level: LogLevel, message: unknown, context: string | undefined): void {
    if (typeof message !== 'object' || message === null) this.lines[level]({ context }, String(message));
    else if (isError(message)) this.lines[level]({ context, err: message }, 'error');
    else this.lines[level]({ context, ...message });
  }
}

/** Nest's `Logger` adds its context as the last argument. What stands before it may hold anything and stays out. */
function contextOf(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' ? last : undefined;
}

function isError(value: object): boolean {
  return value instanceof Error || ('stack' in value && 'message' in value);
}
