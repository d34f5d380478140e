/** Lets only so many pieces of work run at one time; the others wait, in the order in which they came. */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Resolves and rejects as `work` does. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((begin) => this.waiting.push(begin));
    try {
      return await work();
    } finally {
      // The turn is handed on, so that nobody who comes meanwhile is before those who wait.
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
