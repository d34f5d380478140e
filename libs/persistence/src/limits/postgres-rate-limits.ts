import { type Hit, type HitRecord, RateLimits } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { type Database, type PreparedStatement } from '@governance/postgres';

const macPurpose = 'rate-limit';

/** Calls with one key queue for its row. A call without room changes nothing, so it does not extend the block. */
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
 * Sliding windows in PostgreSQL. After a rotation of the keyring every count starts again. The retention job deletes
 * expired rows.
 */
export class PostgresRateLimits extends RateLimits {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

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
