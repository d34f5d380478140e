/** The time, passed in, so that a test can move it. */
export abstract class Clock {
  abstract now(): Date;
}
