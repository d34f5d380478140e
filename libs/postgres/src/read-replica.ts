import { setTimeout as delay } from 'node:timers/promises';
import { Database } from './database';
import { type OpenDatabaseOptions } from './open-database';

/** What is read from a replica is at most this old. */
const longestLagMs = 5_000;
const checkEveryMs = 1_000;
/** A larger lag is unknown. */
const longestKnownMs = 60_000;
/** The time to replay what was written just now. */
const replayMs = 100;
/** A replica that is silent must not hold a request for long: the primary can answer it. */
const queryTimeoutMs = 1_000;

const endOfLog = { name: 'end-of-log', text: `SELECT pg_current_wal_lsn() - '0/0' AS position` };
const replayedLog = {
  name: 'replayed-log',
  text: `SELECT pg_last_wal_replay_lsn() - '0/0' AS position WHERE pg_is_in_recovery()`,
};

/** The end of the primary's write-ahead log at a time. */
interface LogEnd {
  readonly at: number;
  readonly position: bigint;
}

/**
 * A server for reads, which may be behind the primary or down. A read that the primary must answer does not come here. How far it
 * is behind is not asked of it, because a standby whose stream was cut believes to be up to date: it must have replayed what the
 * primary had written less than five seconds ago.
 */
export class ReadReplica {
  private ends: readonly LogEnd[] = [];
  private checkedAt = -Infinity;
  private freshUntil = -Infinity;

  private constructor(
    private readonly primary: Database,
    private readonly replica: Database,
    private readonly warn: (message: string) => void,
  ) {}

  /** The server need not respond. */
  static open(
    primary: Database,
    { url, poolSize, warn }: Pick<OpenDatabaseOptions, 'url' | 'poolSize' | 'warn'>,
  ): ReadReplica {
    const options = { url, queryTimeoutMs, ...(poolSize !== undefined && { poolSize }) };
    return new ReadReplica(primary, Database.forReplica(options), warn);
  }

  /** Undefined when the replica is behind, does not respond or fails: then ask the primary. */
  async read<Result>(work: (replica: Database) => Promise<Result>): Promise<Result | undefined> {
    if (performance.now() - this.checkedAt >= checkEveryMs) void this.check();
    if (performance.now() >= this.freshUntil) return undefined;
    return this.unlessItFails(() => work(this.replica));
  }

  /** NaN when it is unknown, or more than a minute. */
  async lagSeconds(): Promise<number> {
    await this.check();
    const lagMs = performance.now() - (this.freshUntil - longestLagMs);
    return Number.isFinite(lagMs) ? lagMs / 1000 : Number.NaN;
  }

  async close(): Promise<void> {
    await this.replica.close();
  }

  /** In the background: meanwhile, the last check counts. */
  private async check(): Promise<void> {
    const at = performance.now();
    this.checkedAt = at;
    await this.unlessItFails(async () => {
      const position = await positionOf(this.primary, endOfLog);
      await delay(replayMs);
      const replayed = await positionOf(this.replica, replayedLog);
      if (position === undefined || replayed === undefined) throw new Error('it is not a standby');
      this.ends = [...this.ends.filter((end) => at - end.at < longestKnownMs), { at, position }];
      const reached = this.ends.findLast((end) => end.position <= replayed);
      if (reached === undefined) throw new Error('it lags');
      this.freshUntil = reached.at + longestLagMs;
    });
  }

  private async unlessItFails<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (performance.now() < this.freshUntil) this.warn(`the read replica is not used: ${String(error)}`);
      this.freshUntil = -Infinity;
      return undefined;
    }
  }
}

async function positionOf(database: Database, statement: typeof endOfLog): Promise<bigint | undefined> {
  const { rows } = await database.query<{ position: string | null }>(statement);
  const position = rows[0]?.position ?? undefined;
  return position === undefined ? undefined : BigInt(position);
}
