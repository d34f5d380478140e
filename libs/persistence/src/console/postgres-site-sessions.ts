import { consoleIdleSince, type SitePerson, SiteSessions } from '@governance/iam';
import { type Keyring, SealBroken } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { secretHash } from './secret-hash';

/** The role of the public surface has no right on the table, only on this function. */
const findSession = {
  name: 'find-site-session',
  text: `SELECT id, person FROM find_site_session($1, $2, $3)`,
};

interface FoundRow {
  readonly id: string;
  readonly person: Buffer;
}

/** Sessions of the console as the public surface sees them, in PostgreSQL. */
export class PostgresSiteSessions extends SiteSessions {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async find(siteSecret: string, now: Date): Promise<SitePerson | undefined> {
    const values = [secretHash(siteSecret), now, consoleIdleSince(now)];
    const { rows } = await this.database.query<FoundRow>(findSession, values);
    const [row] = rows;
    if (row === undefined) return undefined;
    const place = { table: 'console_sessions', column: 'site_person', row: row.id };
    try {
      return JSON.parse(this.keyring.open(row.person, place).toString('utf8')) as SitePerson;
    } catch (error) {
      // After the loss of the keyring the person signs in again (docs/operations.md).
      if (error instanceof SealBroken) return undefined;
      throw error;
    }
  }
}
