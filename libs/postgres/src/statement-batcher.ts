import { StoreUnavailable } from '@governance/kernel';
import { currentTrace, inSharedTrace, type Trace } from '@governance/tracing';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly since: number;
  readonly trace: Trace;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

const largestBatch = 64;
/** After a failure, items that have waited longer than this are not retried. */
const longestWaitMs = 2_000;

/**
 * Runs concurrent items as one statement, which costs little more than a statement for one item. No item waits for later
 * ones: a batch starts when the previous one completes, with all items that have arrived by then. One statement runs at a
 * time, so the statement timeout of its connection must limit `run`. When a batch fails, each item is retried alone, unless
 * the database is unavailable or timed out.
 *
 * `run` takes items and resolves to one result for each, in the same order. It is atomic.
 */
export class StatementBatcher<Item, Result> {
  private readonly waiting: Waiting<Item, Result>[] = [];
  private isBusy = false;

  constructor(private readonly run: (items: readonly Item[]) => Promise<readonly Result[]>) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, since: performance.now(), trace: currentTrace(), resolve, reject });
      this.begin();
    });
  }

  private begin(): void {
    if (this.isBusy || this.waiting.length === 0) return;
    this.isBusy = true;
    void this.work(this.waiting.splice(0, largestBatch));
  }

  private async work(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    await this.settle(batch);
    this.isBusy = false;
    this.begin();
  }

  private async settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const traces = batch.map(({ trace }) => trace);
      const results = await inSharedTrace(traces, () => this.run(batch.map(({ item }) => item)));
      batch.forEach(({ resolve }, place) => {
        // `run` returns results in the order of the items.
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
