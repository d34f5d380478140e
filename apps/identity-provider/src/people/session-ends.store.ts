import { type Database, type RunStatement } from '@governance/postgres';
import { deletePayloads } from '../database/payload-rows';

/** The end of all sessions of a user, which the platform has not recorded yet. */
export interface SessionEnd {
  /** A UUID. */
  readonly id: string;
  readonly userId: string;
  /** The organizations that the user's tokens can be for. */
  readonly orgIds: readonly string[];
  readonly endedAt: Date;
}

export class SessionEndsStore {
  constructor(private readonly database: Database) {}

  /** Oldest first. */
  async list(limit: number): Promise<SessionEnd[]> {
    const { rows } = await this.database.query<SessionEnd>(
      `SELECT id, user_id AS "userId", organization_ids AS "orgIds", ended_at AS "endedAt"
       FROM identity.session_ends ORDER BY ended_at, id LIMIT $1`,
      [limit],
    );
    return rows;
  }

  async remove(id: string): Promise<void> {
    await this.database.query('DELETE FROM identity.session_ends WHERE id = $1', [id]);
  }
}

/**
 * Ends everything that a replaced password or second factor gave access to: sessions, refresh tokens, unfinished sign-ins and
 * reset links here, and then the tokens and sessions on the platform. `keptSession` has the row ids of a session that stays.
 */
export async function endAccess(
  query: RunStatement,
  userId: string,
  keptSession: readonly Buffer[] = [],
): Promise<void> {
  await query(deletePayloads(`account_id = $1 AND NOT (kind = 'Session' AND id = ANY($2))`), [
    userId,
    keptSession,
  ]);
  await query('DELETE FROM identity.password_resets WHERE user_id = $1', [userId]);
  await query(
    `INSERT INTO identity.session_ends (user_id, organization_ids)
     SELECT $1, ARRAY(SELECT organization_id FROM identity.memberships WHERE user_id = $1 ORDER BY organization_id)`,
    [userId],
  );
}
