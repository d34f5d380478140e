import { type Keyring } from '@governance/keyring';
import { type Database, type PreparedStatement } from '@governance/postgres';

/** A call that a limit counts. */
export interface Hit {
  /** What is limited and for whom; only a hash of it is kept. */
  readonly key: string;
  /** Calls that are allowed within any `windowMs` milliseconds; at least 1. */
  readonly limit: number;
  readonly windowMs: number;
  readonly now: Date;
}

/** What became of a call. `hits` are those within the window; `room` is when there is room for the next one. */
export interface HitRecord {
  readonly allowed: boolean;
  readonly hits: number;
  readonly room: Date;
}

const macPurpose = 'rate-limit';

/** Calls of one key queue for its row; one without room changes nothing, so that it does not lengthen the block. */
const takeHit = {
  name: 'take-hit',
  text: `
    INSERT INTO rate_limits AS kept (key, hits, expires_at)
    VALUES ($1, ARRAY[$2::timestamptz], $3)
    ON CONFLICT (key) DO UPDATE
    SET hits = ARRAY(SELECT hit FROM unnest(kept.hits) AS hit WHERE hit > $4) || $2::timestamptz,
      expires_at = $3
    WHERE (SELECT count(*) FROM unnest(kept.hits) AS hit WHERE hit > $4) < $5
    RETURNING hits`,
};

const keptHits = {
  name: 'kept-hits',
  text: `SELECT ARRAY(SELECT hit FROM unnest(hits) AS hit WHERE hit > $2) AS hits FROM rate_limits WHERE key = $1`,
};

/**
 * Sliding windows in PostgreSQL: a limit holds over every replica and restart. After a rotation of the keyring every
 * count begins anew. What has expired is the retention's to
 * delete. Rejects with `StoreUnavailable` when the database cannot be reached.
 */
export class RateLimits {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  async hit({ key, limit, windowMs, now }: Hit): Promise<HitRecord> {
    const mac = this.keyring.mac(macPurpose, key);
    const [expiresAt, windowStart] = [windowMs, -windowMs].map((ms) => new Date(now.getTime() + ms));
    const taken = await this.hitsOf(takeHit, [mac, now, expiresAt, windowStart, limit]);
    const hits = taken ?? (await this.hitsOf(keptHits, [mac, windowStart])) ?? [];
    return {
      allowed: taken !== undefined,
      hits: hits.length,
      room: roomAfter(hits, { limit, windowMs, now }),
    };
  }

  private async hitsOf(
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<readonly Date[] | undefined> {
    const { rows } = await this.database.query<{ readonly hits: readonly Date[] }>(statement, values);
    return rows[0]?.hits;
  }
}

function roomAfter(hits: readonly Date[], { limit, windowMs, now }: Omit<Hit, 'key'>): Date {
  const limiting = hits.map((hit) => hit.getTime()).toSorted((first, second) => second - first)[limit - 1];
  return limiting === undefined ? now : new Date(limiting + windowMs);
}
