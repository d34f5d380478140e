import { type BenchLog } from '../bench-log';
import { isSteady } from './control';
import { pairedRatios, spreadOf } from './spread';

/** What one contender did in one slice, each about a second long. */
export interface Slice {
  readonly requests: number;
  /** CPU of the program for each request, in microseconds. */
  readonly cpu: number;
  /** CPU of PostgreSQL for each request, in microseconds. */
  readonly databaseCpu: number;
  readonly p50Ms: number;
  readonly perSecond: number;
}

/** One of those who take turns. */
export interface Contender<Result> {
  readonly name: string;
  /** Brings it to its working temperature, and finds out how much work a slice is. */
  warmUp(): Promise<void>;
  /** @throws when it answers anything but what it must: a fast wrong answer is none. */
  slice(): Promise<Result>;
}

/** The slices of every contender by its name, one for each round. */
export type Rounds<Result> = ReadonlyMap<string, readonly Result[]>;

/**
 * Lets contenders take turns, A B B A, so that whatever drifts drifts for all of them. Every round has one slice of each.
 */
export async function alternate<Result>(
  contenders: readonly Contender<Result>[],
  { rounds, log }: { readonly rounds: number; readonly log: BenchLog },
): Promise<Rounds<Result>> {
  const slices = new Map<string, Result[]>(contenders.map(({ name }) => [name, []]));
  for (const contender of contenders) await contender.warmUp();
  for (let round = 0; round < rounds; round++) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      slices.get(contender.name)?.push(await contender.slice());
    }
    log.progress(`round ${round + 1} of ${rounds}`);
  }
  log.progress('');
  return slices;
}

/** One figure of every round of a contender. */
export function figures<Result>(
  rounds: Rounds<Result>,
  name: string,
  figure: (slice: Result) => number,
): readonly number[] {
  const slices = rounds.get(name);
  if (!slices) throw new Error(`${name} took no part`);
  return slices.map(figure);
}

export interface Comparison<Result> {
  readonly rounds: number;
  readonly log: BenchLog;
  /** The names of the reference and of its double, and what is compared of them. */
  readonly control: { readonly reference: string; readonly double: string };
  readonly figure: (slice: Result) => number;
}

/** Lets contenders take turns, and once more when the reference was not the same as its double. */
export async function compare<Result>(
  contenders: readonly Contender<Result>[],
  { rounds, log, control, figure }: Comparison<Result>,
): Promise<Rounds<Result>> {
  const first = await alternate(contenders, { rounds, log });
  const { median, p10, p90 } = spreadOf(
    pairedRatios(figures(first, control.double, figure), figures(first, control.reference, figure)),
  );
  log.line(`  A/A of ${control.reference}: ${median.toFixed(2)} [${p10.toFixed(2)}-${p90.toFixed(2)}]`);
  if (isSteady(median)) return first;
  log.line('  The reference differs from itself: once more.');
  return alternate(contenders, { rounds, log });
}
