import { Logger } from '@nestjs/common';

/** For the log of the operator. */
export function warnOfDatabase(message: string): void {
  new Logger('Database').warn(message);
}
