/** Makes one call of a worker, when it is the worker's turn. */
export type Turn = <Result>(call: () => Promise<Result>) => Promise<Result>;

type Worker<Result> = (turn: Turn) => Promise<Result>;

/** Every order in which two workers can make these numbers of calls: the number of the worker for each call. */
export function interleavings(one: number, other: number): readonly (readonly (0 | 1)[])[] {
  if (one === 0 && other === 0) return [[]];
  const first = one > 0 ? interleavings(one - 1, other).map((rest) => [0 as const, ...rest]) : [];
  const second = other > 0 ? interleavings(one, other - 1).map((rest) => [1 as const, ...rest]) : [];
  return [...first, ...second];
}

/** Runs two workers, one call after another in this order. Calls beyond the order are made when it has ended. */
export async function interleaved<Result>(
  order: readonly (0 | 1)[],
  workers: readonly [Worker<Result>, Worker<Result>],
): Promise<readonly [Result, Result]> {
  const places = workers.map((worker) => new Place(worker));
  const [one, other] = places;
  if (!one || !other) throw new Error('there are two workers');
  for (const number of order) await places[number]?.step();
  for (const place of places) while (await place.step());
  return [await one.result, await other.result];
}

/** Where a worker waits for its next turn. */
class Place<Result> {
  readonly result: Promise<Result>;
  private waiting: (() => void) | undefined;
  private hasEnded = false;
  /** Called when the worker waits, or has ended. */
  private stopped: () => void = () => undefined;

  constructor(worker: Worker<Result>) {
    this.result = worker(async (call) => {
      await new Promise<void>((resolve) => {
        this.waiting = resolve;
        this.stopped();
      });
      return call();
    }).finally(() => {
      this.hasEnded = true;
      this.stopped();
    });
  }

  /** Makes the next call, and what the worker does after it. False when it has ended. */
  async step(): Promise<boolean> {
    await this.untilStopped();
    const go = this.waiting;
    if (go === undefined) return false;
    this.waiting = undefined;
    go();
    await this.untilStopped();
    return true;
  }

  private async untilStopped(): Promise<void> {
    if (this.waiting !== undefined || this.hasEnded) return;
    await new Promise<void>((resolve) => (this.stopped = resolve));
  }
}
