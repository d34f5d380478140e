import { Logger } from '@nestjs/common';

/** Logs a warning for the operator. */
export function warnOfDatabase(message: string): void {
  new Logger('Database').warn(message);
}
