import { Clock } from '@governance/kernel';

/** A clock that shows one time until a test moves it. */
export class FixedClock extends Clock {
  private time: number;

  constructor(now: Date | string = '2026-01-15T12:00:00.000Z') {
    super();
    this.time = new Date(now).getTime();
  }

  now(): Date {
    return new Date(this.time);
  }

  set(now: Date | string): void {
    this.time = new Date(now).getTime();
  }

  advance(ms: number): void {
    this.time += ms;
  }
}
