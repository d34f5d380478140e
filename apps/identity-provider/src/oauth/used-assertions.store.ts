import { type Database, StatementBatcher } from '@governance/postgres';

/** Rows outlive the assertion by this margin, for processes whose clocks are late. */
const clockSlackSeconds = 300;

interface Use {
  readonly id: string;
  readonly seconds: number;
}

/** In the order of the ids, so that processes do not block each other. */
const useAssertions = {
  name: 'use-assertions',
  text: `INSERT INTO identity.used_assertions AS used (id, expires_at)
    SELECT id, now() + make_interval(secs => seconds)
    FROM unnest($1::text[], $2::double precision[]) AS use (id, seconds) ORDER BY id
    ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at WHERE used.expires_at <= now()
    RETURNING id`,
};

/** Assertions that were used, across all processes. */
export class UsedAssertionsStore {
  private readonly uses: StatementBatcher<Use, boolean>;

  constructor(private readonly database: Pick<Database, 'query'>) {
    this.uses = new StatementBatcher((uses) => this.useAll(uses));
  }

  /** Whether this is the first use. `id` is a hash; the assertion expires in `seconds`. */
  use(id: string, seconds: number): Promise<boolean> {
    return this.uses.add({ id, seconds });
  }

  /** Whether it has been used. */
  async isUsed(id: string): Promise<boolean> {
    const { rows } = await this.database.query(
      'SELECT FROM identity.used_assertions WHERE id = $1 AND expires_at > now()',
      [id],
    );
    return rows.length > 0;
  }

  /** Of several uses of one assertion at the same time, the first counts. */
  private async useAll(uses: readonly Use[]): Promise<boolean[]> {
    const firsts = new Map(uses.toReversed().map((use) => [use.id, use]));
    const { rows } = await this.database.query<{ readonly id: string }>(useAssertions, [
      [...firsts.keys()],
      Array.from(firsts.values(), ({ seconds }) => seconds + clockSlackSeconds),
    ]);
    const stored = new Set(rows.map(({ id }) => id));
    return uses.map((use) => firsts.get(use.id) === use && stored.has(use.id));
  }
}
