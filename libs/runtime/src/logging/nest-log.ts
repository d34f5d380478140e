import { Logger, PinoLogger } from 'nestjs-pino';
import { lineSerializers, type ProgramLog } from './program-log';

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
 * The program's log as a Nest `Logger`. A message is a text, an error, or an object whose members become members of the
 * line. Lines that belong to a request carry its id.
 */
export class NestLog extends Logger {
  private readonly requests: PinoLogger;

  constructor(lines: ProgramLog) {
    // Without these, pino-http adds its own serializers, which log errors unfiltered.
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

  /** Every line that is logged during `work` carries the id. */
  withRequestId<Result>(requestId: string, work: () => Result): Result {
    return this.requests.runInContext(work, { bindings: { requestId } });
  }
}
