import { type PostgresServer } from '@governance/testing';
import { type BenchLog } from './bench-log';
import { type Pins } from './processes/pins';

/** How much is done: the full form is what the documents say, the short one is enough to notice what has been lost. */
export interface Form {
  readonly kind: 'full' | 'short';
  readonly rounds: number;
  readonly sliceSeconds: number;
  readonly warmUpSeconds: number;
  /** Of the large database. */
  readonly results: number;
}

export const fullForm: Form = {
  kind: 'full',
  rounds: 14,
  sliceSeconds: 1,
  warmUpSeconds: 4,
  results: 1_000_000,
};
export const shortForm: Form = {
  kind: 'short',
  rounds: 5,
  sliceSeconds: 0.5,
  warmUpSeconds: 1.5,
  results: 50_000,
};

export interface BenchParts {
  readonly form: Form;
  readonly log: BenchLog;
  readonly pins: Pins;
  readonly postgres: PostgresServer;
  /** Of this run, for logs and keys; removed at its end. */
  readonly folder: string;
  /** What every program of the product is started with in addition, such as `--require` of a planted slowdown. */
  readonly nodeArguments: readonly string[];
}

type Ending = () => Promise<void> | void;

/** What rows measure with. What is begun through it ends with the row, or with the run when it was begun in `once`. */
export class Bench {
  private readonly endings: Ending[] = [];

  constructor(
    readonly parts: BenchParts,
    private readonly made = new Map<string, Promise<unknown>>(),
    private readonly whole?: Bench,
  ) {}

  get form(): Form {
    return this.parts.form;
  }

  get log(): BenchLog {
    return this.parts.log;
  }

  /** Registers how something that was begun is ended; the last one first. */
  defer(ending: Ending): void {
    this.endings.push(ending);
  }

  /** Runs `work` with a bench of its own, and ends what was begun through it. */
  async within<Result>(work: (bench: Bench) => Promise<Result>): Promise<Result> {
    const inner = new Bench(this.parts, this.made, this.whole ?? this);
    // For a signal that ends everything in the middle of it.
    this.defer(() => inner.end());
    try {
      return await work(inner);
    } finally {
      await inner.end();
    }
  }

  /** What several rows need: made when the first one asks; what is begun for it lives until the end of the run. */
  once<Result>(key: string, make: (bench: Bench) => Promise<Result>): Promise<Result> {
    let made = this.made.get(key);
    if (made === undefined) {
      made = make(this.whole ?? this);
      // Whoever asks is told; that nobody has asked yet is no unhandled error.
      made.catch(() => undefined);
      this.made.set(key, made);
    }
    // What was made under this key is what `make` of this key makes.
    return made as Promise<Result>;
  }

  async end(): Promise<void> {
    for (let ending = this.endings.pop(); ending; ending = this.endings.pop()) await ending();
  }
}
