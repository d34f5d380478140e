import { StoreUnavailable } from '@governance/kernel';
import { Database, type RunStatement } from '@governance/postgres';
import { Random } from './random';
import { runSql } from './run-sql';

/** Writes and worker steps by name, on the rows of a world. They reject only as `isExpected` says. */
export type ConcurrentSteps<World> = Readonly<Record<string, (world: World) => Promise<unknown>>>;

export interface ConcurrentPairs<World> {
  readonly steps: ConcurrentSteps<World>;
  /** Pairs that have failed before: part of every sample. */
  readonly known: readonly (readonly [string, string])[];
  /** Deletes all rows, and makes rows for as many worlds, in which the pair meets. */
  readonly prepare: (worlds: number, pair: readonly [string, string]) => Promise<readonly World[]>;
  /** Whether an error of a step is an answer to its client other than a 500, or the loss of a lease. */
  readonly isExpected: (error: unknown) => boolean;
}

const worldsAtOnce = 10;

/**
 * `PAIR_RUNS=50` runs every pair that often, or `PAIRS` of them; otherwise a sample of ten runs in ten worlds. `PAIR_SEED`
 * decides which.
 */
const { PAIR_RUNS: runs = worldsAtOnce, PAIR_SEED: seed = 1 } = process.env;
const isLong = process.env.PAIR_RUNS !== undefined;
const { PAIRS: sample = isLong ? Infinity : 10 } = process.env;

/** A sample runs the known pairs more often: two steps meet at the wrong moments in some worlds only. */
const knownTimes = isLong ? 1 : 6;

/** Of the test that runs the pairs. */
export const pairsTimeoutMs = isLong ? 24 * 3_600_000 : 300_000;

/** Every step with every other and with itself, in an order of the seed. */
function pairsOf(names: readonly string[]): (readonly [string, string])[] {
  const random = new Random(Number(seed));
  return names
    .flatMap((first, index) => names.slice(index).map((second) => [first, second] as const))
    .map((pair) => ({ pair, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ pair }) => pair);
}

/**
 * Runs pairs of steps against each other, each in many worlds and twice in each, begun in both orders. Returns the errors that
 * clients would get as a 500, with the pair that met.
 */
export async function runPairs<World>(pairs: ConcurrentPairs<World>): Promise<readonly string[]> {
  const failures = new Set<string>();
  const sampled = pairsOf(Object.keys(pairs.steps)).slice(0, Number(sample));
  const all = [...Array.from({ length: knownTimes }, () => pairs.known).flat(), ...sampled];
  for (const [index, pair] of all.entries()) {
    const met: Met[] = [];
    for (let left = Number(runs); left > 0; left -= worldsAtOnce)
      met.push(...(await meet(pairs, pair, Math.min(left, worldsAtOnce))));
    for (const { failure } of met) if (failure !== undefined) failures.add(failure);
    if (isLong) report({ pair, index, of: all.length, ...countsOf(met), failures: failures.size });
  }
  return [...failures];
}

/** How one run of a step ended. */
interface Met {
  readonly end: string;
  readonly failure: string | undefined;
}

async function meet<World>(
  { steps, prepare, isExpected }: ConcurrentPairs<World>,
  pair: readonly [string, string],
  count: number,
): Promise<readonly Met[]> {
  const worlds = await prepare(count, pair);
  const met = await Promise.allSettled(
    worlds.flatMap((world, index) => {
      const names = index % 2 === 0 ? pair : pair.toReversed();
      return [...names, ...names].map(async (name) => steps[name]?.(world));
    }),
  );
  return met.map((end): Met => {
    if (end.status === 'fulfilled') return { end: 'done', failure: undefined };
    const reason: unknown = end.reason;
    if (isExpected(reason))
      return { end: reason instanceof Error ? reason.name : 'other', failure: undefined };
    return { end: 'failed', failure: `${pair.join(' | ')}: ${String(reason)}` };
  });
}

function countsOf(met: readonly Met[]): Readonly<Record<string, number>> {
  const groups = Object.groupBy(met, ({ end }) => end);
  return Object.fromEntries(Object.entries(groups).map(([end, each]) => [end, each?.length ?? 0]));
}

/** Of a long run, as it goes. */
function report(line: unknown): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** To prepare a world: does `work` again, at most ten times, while the machine is too busy for it. */
export async function repeatedWhileBusy<Result>(work: () => Promise<Result>, left = 9): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (left === 0 || !(error instanceof StoreUnavailable)) throw error;
    return repeatedWhileBusy(work, left - 1);
  }
}

const pause = 'SELECT pg_sleep(0.02 * random() ^ 3)';

/** A database in which every statement comes at a random moment, so that transactions meet in every order. */
export async function openJittery(url: string): Promise<Database> {
  const database = await Database.open({ url, poolSize: 4 * worldsAtOnce });
  const late =
    (query: RunStatement): RunStatement =>
    async (statement, values) => {
      await query(pause);
      return query(statement, values);
    };
  const changed: Pick<Database, 'query' | 'inTransaction'> = {
    query: late(database.query),
    inTransaction: (work) => database.inTransaction((query) => work(late(query))),
  };
  return Object.assign(Object.create(database) as Database, changed);
}

/** The deadlocks of a database, also those that a repetition hid from the client. */
export async function deadlocksOf(databaseUrl: string): Promise<number> {
  const [row] = await runSql(
    databaseUrl,
    `SELECT deadlocks::integer, xact_commit + xact_rollback AS transactions
     FROM pg_stat_database WHERE datname = current_database()`,
  );
  if (isLong) report(row);
  return Number(row?.deadlocks);
}
