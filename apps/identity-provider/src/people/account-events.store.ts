import { type AccountOperation } from '@governance/iam';
import { type Database, type RunStatement } from '@governance/postgres';

/** A change of an account, which the platform has not recorded yet in the audit trail of one of its organizations. */
export interface AccountEvent {
  /** A UUID. */
  readonly id: string;
  readonly orgId: string;
  readonly userId: string;
  readonly operation: AccountOperation;
  readonly happenedAt: Date;
}

export class AccountEventsStore {
  constructor(private readonly database: Database) {}

  /** Oldest first. */
  async list(limit: number): Promise<AccountEvent[]> {
    const { rows } = await this.database.query<AccountEvent>(
      `SELECT id, organization_id AS "orgId", user_id AS "userId", operation, happened_at AS "happenedAt"
       FROM identity.account_events ORDER BY happened_at, id LIMIT $1`,
      [limit],
    );
    return rows;
  }

  async remove(id: string): Promise<void> {
    await this.database.query('DELETE FROM identity.account_events WHERE id = $1', [id]);
  }
}

/** Part of the change: reports it to every organization of the user. */
export async function reportChange(
  query: RunStatement,
  userId: string,
  operation: AccountOperation,
): Promise<void> {
  await query(
    `INSERT INTO identity.account_events (organization_id, user_id, operation)
     SELECT organization_id, user_id, $2 FROM identity.memberships WHERE user_id = $1 ORDER BY organization_id`,
    [userId, operation],
  );
}
