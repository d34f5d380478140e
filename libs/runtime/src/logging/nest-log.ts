import { Logger, PinoLogger } from 'nestjs-pino';
import { lineSerializers, type ProgramLog } from './program-log';

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
 * members of the line. What is logged in the course of a request carries its id.
 */
export class NestLog extends Logger {
  private readonly requests: PinoLogger;

  constructor(lines: ProgramLog) {
    // Unless it is told ours, pino-http puts serializers of its own into the log, which show errors whole.
    const requests = new PinoLogger({
      pinoHttp: { logger: lines, serializers: lineSerializers, wrapSerializers: false },
    });
    super(requests, {});
    this.requests = requests;
  }

  override log(message: unknown, ...rest: unknown[]): void {
    const level = assembly.has(String(rest.at(-1))) ? 'debug' : 'log';
    super[level](message, ...rest);
  }

  override error(message: unknown, ...rest: unknown[]): void {
    if (rest.at(-1) !== startFailures) super.error(message, ...rest);
  }

  /** Everything that is logged in the course of `work` carries the id. */
  withRequestId<Result>(requestId: string, work: () => Result): Result {
    return this.requests.runInContext(work, { bindings: { requestId } });
  }
}
