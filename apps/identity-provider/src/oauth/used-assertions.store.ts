import { type Database } from '@governance/postgres';

/** Rows outlive the assertion by this margin, for processes whose clocks are late. */
const clockSlackSeconds = 300;

/** Assertions that were used, across all processes. */
export class UsedAssertionsStore {
  constructor(private readonly database: Pick<Database, 'query'>) {}

  /** Whether this is the first use. `id` is a hash; the assertion expires in `seconds`. */
  async use(id: string, seconds: number): Promise<boolean> {
    const { rows: stored } = await this.database.query(
      `INSERT INTO identity.used_assertions AS used (id, expires_at)
       VALUES ($1, now() + make_interval(secs => $2))
       ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at WHERE used.expires_at <= now()
       RETURNING id`,
      [id, seconds + clockSlackSeconds],
    );
    return stored.length > 0;
  }

  /** Whether it has been used. */
  async isUsed(id: string): Promise<boolean> {
    const { rows } = await this.database.query(
      'SELECT FROM identity.used_assertions WHERE id = $1 AND expires_at > now()',
      [id],
    );
    return rows.length > 0;
  }
}
