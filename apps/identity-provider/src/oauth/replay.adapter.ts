import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { type Database } from '@governance/postgres';
import { unused } from './unused-part';

/** Rows outlive the assertion by this margin, for processes whose clocks are late. */
const clockSlackSeconds = 300;

/**
 * Used assertions. The library first reads and then stores, which lets two concurrent requests pass. Here a read never finds
 * a row, and the store refuses duplicates in one statement across all processes. The id is already a hash.
 */
export class ReplayAdapter implements Adapter {
  readonly findByUserCode = unused;
  readonly findByUid = unused;
  readonly consume = unused;
  readonly destroy = unused;
  readonly revokeByGrantId = unused;

  constructor(private readonly database: Database) {}

  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async upsert(id: string, _payload: AdapterPayload, expiresIn: number): Promise<void> {
    const { rows: stored } = await this.database.query(
      `INSERT INTO identity.used_assertions AS used (id, expires_at)
       VALUES ($1, now() + make_interval(secs => $2))
       ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at WHERE used.expires_at <= now()
       RETURNING id`,
      [id, expiresIn + clockSlackSeconds],
    );
    if (stored.length === 0) throw new errors.InvalidClientAuth('the assertion has been used before');
  }
}
