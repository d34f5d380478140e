/** The current time, as a port so that tests can set it. */
export abstract class Clock {
  abstract now(): Date;
}
