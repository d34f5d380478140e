import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { type Database } from '@governance/postgres';
import { unused } from './unused-part';

/** Kept for longer than an assertion counts: by the clock of a process that is late, too. */
const clockSlackSeconds = 300;

/**
 * Assertions that have been used. The library looks first and stores then, which lets two at once pass: here nothing is
 * ever found, and storing is what refuses, in one statement, whichever process is asked. The id is a hash already.
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
