import { Clock } from '@governance/kernel';

/** The clock of this machine. */
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
