import { StoreUnavailable } from '@governance/kernel';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

const largest = 64;
/** Who has waited for this long does not begin to wait for a database that has just failed. */
const longestWaitMs = 2_000;

/**
 * Runs what is asked for at the same time as one statement, which costs little more than one of them alone. Nobody waits for
 * company: a batch begins when the one before is answered, with all that have come by then. Those that fail together are tried
 * again, each by itself, unless the database is away.
 *
 * `run` gets items and resolves to what is to be answered, each at the place of its item; it does all or nothing.
 */
export class Batches<Item, Result> {
  private readonly waiting: Waiting<Item, Result>[] = [];
  private isBusy = false;

  constructor(private readonly run: (items: readonly Item[]) => Promise<readonly Result[]>) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, since: performance.now(), resolve, reject });
      this.begin();
    });
  }

  private begin(): void {
    if (this.isBusy || this.waiting.length === 0) return;
    this.isBusy = true;
    void this.work(this.waiting.splice(0, largest));
  }

  private async work(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    await this.settle(batch);
    this.isBusy = false;
    this.begin();
  }

  private async settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, place) => {
        // Each has its place: `run` promises so.
        resolve(results[place] as Result);
      });
    } catch (error) {
      if (error instanceof StoreUnavailable) this.giveUp(error);
      else if (batch.length > 1) {
        for (const one of batch) await this.settle([one]);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  }

  private giveUp(error: StoreUnavailable): void {
    const now = performance.now();
    const late = this.waiting.findIndex(({ since }) => now - since < longestWaitMs);
    for (const { reject } of this.waiting.splice(0, late === -1 ? this.waiting.length : late)) reject(error);
  }
}
