import { type Hit, type HitRecord, RateLimits } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { type Database, type PreparedStatement } from '@governance/postgres';

const macPurpose = 'rate-limit';

/**
 * Calls with one key queue for its row. A call without room changes nothing, so it does not extend the block. The calls under
 * hashes of other key versions count too.
 */
const takeHit = {
  name: 'take-hit',
  text: `
    WITH others AS (SELECT hit FROM rate_limits, unnest(hits) AS hit WHERE key = ANY($6::bytea[]) AND hit > $4)
    INSERT INTO rate_limits AS kept (key, hits, expires_at)
    SELECT $1::bytea, ARRAY[$2::timestamptz], $3::timestamptz WHERE (SELECT count(*) FROM others) < $5
    ON CONFLICT (key) DO UPDATE
    SET hits = ARRAY(SELECT hit FROM unnest(kept.hits) AS hit WHERE hit > $4) || $2::timestamptz,
      expires_at = excluded.expires_at
    WHERE (SELECT count(*) FROM unnest(kept.hits) AS hit WHERE hit > $4) + (SELECT count(*) FROM others) < $5
    RETURNING hits || ARRAY(SELECT hit FROM others) AS hits`,
};

const keptHits = {
  name: 'kept-hits',
  text: `
    SELECT ARRAY(
      SELECT hit FROM rate_limits, unnest(hits) AS hit WHERE key = ANY($1::bytea[]) AND hit > $2
    ) AS hits`,
};

/** Sliding windows in PostgreSQL. The retention job deletes expired rows. */
export class PostgresRateLimits extends RateLimits {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async hit({ key, limit, windowMs, now }: Hit): Promise<HitRecord> {
    const macs = this.keyring.macs(macPurpose, key);
    const [mac, ...others] = macs;
    const [expiresAt, windowStart] = [windowMs, -windowMs].map((ms) => new Date(now.getTime() + ms));
    const taken = await this.hitsOf(takeHit, [mac, now, expiresAt, windowStart, limit, others]);
    const hits = taken ?? (await this.hitsOf(keptHits, [macs, windowStart])) ?? [];
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
