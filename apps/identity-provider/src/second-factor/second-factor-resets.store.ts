import { secondFactorResetDelayMs } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { randomUUID } from 'node:crypto';
import { reportChange } from '../people/account-events.store';
import { MailsStore, noticeTo } from '../people/mails.store';
import { endAccess } from '../people/session-ends.store';
import { type User, UsersStore } from '../people/users.store';
import { lockFactors } from './passkeys.store';

/** A request to remove the second factors of a user. */
export interface SecondFactorReset {
  /** A UUID. */
  readonly id: string;
  readonly userId: string;
  readonly dueAt: Date;
}

const columns = 'id, user_id AS "userId", due_at AS "dueAt"';

/** Removes second factors a day after an administrator has asked for it (ADR 60). One request for each user. */
export class SecondFactorResetsStore {
  private readonly users: UsersStore;
  private readonly mails: MailsStore;

  constructor(
    private readonly database: Database,
    keyring: Keyring,
  ) {
    this.users = new UsersStore(database, keyring);
    this.mails = new MailsStore(keyring);
  }

  find(userId: string): Promise<SecondFactorReset | undefined> {
    return this.one('user_id = $1', userId);
  }

  findById(id: string): Promise<SecondFactorReset | undefined> {
    return this.one('id = $1', id);
  }

  /**
   * Requests a reset, of which the user and all account admins of the user's organizations are told. A pending request stays as it
   * is. Returns when it is due.
   */
  async request(user: User): Promise<Date> {
    const { id: userId } = user;
    const admins = await this.adminsOf(userId);
    return this.database.inTransaction(async (query) => {
      await lockFactors(query, userId);
      const {
        rows: [added],
      } = await query<{ due_at: Date }>(
        `INSERT INTO identity.second_factor_resets (user_id, id, due_at)
         VALUES ($1, $2, now() + make_interval(secs => $3)) ON CONFLICT (user_id) DO NOTHING RETURNING due_at`,
        [userId, randomUUID(), secondFactorResetDelayMs / 1000],
      );
      if (added) {
        await this.mails.add(query, noticeTo(user, 'factor-reset-requested'));
        for (const admin of admins) {
          const mail = noticeTo(admin, 'member-reset-requested');
          await this.mails.add(query, mail && { ...mail, userId });
        }
        return added.due_at;
      }
      const { rows } = await query<{ due_at: Date }>(
        'SELECT due_at FROM identity.second_factor_resets WHERE user_id = $1',
        [userId],
      );
      return rows[0]?.due_at ?? new Date();
    });
  }

  /** By the user or an administrator. False when none is pending. `isByOwner`: it is reported to the user's organizations. */
  cancel(user: User, { isByOwner }: { readonly isByOwner: boolean }): Promise<boolean> {
    return this.database.inTransaction(async (query) => {
      await lockFactors(query, user.id);
      const { rows: cancelled } = await query(
        'DELETE FROM identity.second_factor_resets WHERE user_id = $1 RETURNING user_id',
        [user.id],
      );
      if (cancelled.length === 0) return false;
      if (isByOwner) await reportChange(query, user.id, 'account:cancel-second-factor-reset');
      await this.mails.add(query, noticeTo(user, 'factor-reset-cancelled'));
      return true;
    });
  }

  /** Completes the requests that are due, and returns their users. Of several processes one completes each. */
  async completeDue(signal: AbortSignal): Promise<string[]> {
    const { rows: due } = await this.database.query<{ user_id: string }>(
      'SELECT user_id FROM identity.second_factor_resets WHERE due_at <= now() ORDER BY due_at LIMIT 100',
    );
    const completed: string[] = [];
    for (const { user_id: userId } of due) {
      if (signal.aborted) break;
      const user = await this.users.find(userId);
      if (user && (await this.complete(user))) completed.push(userId);
    }
    return completed;
  }

  private complete(user: User): Promise<boolean> {
    return this.database.inTransaction(async (query) => {
      await lockFactors(query, user.id);
      const { rows: taken } = await query(
        'DELETE FROM identity.second_factor_resets WHERE user_id = $1 AND due_at <= now() RETURNING user_id',
        [user.id],
      );
      // Cancelled, or completed by another process.
      if (taken.length === 0) return false;
      await removeFactors(query, user.id);
      await endAccess(query, user.id);
      await reportChange(query, user.id, 'members:complete-second-factor-reset');
      await this.mails.add(query, noticeTo(user, 'factors-removed'));
      return true;
    });
  }

  private async one(condition: string, value: string): Promise<SecondFactorReset | undefined> {
    const { rows } = await this.database.query<SecondFactorReset>(
      `SELECT ${columns} FROM identity.second_factor_resets WHERE ${condition}`,
      [value],
    );
    return rows[0];
  }

  /** Those of all organizations of the user: the account has one second factor for all of them. */
  private async adminsOf(userId: string): Promise<User[]> {
    const { rows } = await this.database.query<{ user_id: string }>(
      `SELECT DISTINCT admins.user_id FROM identity.memberships AS own
       JOIN identity.memberships AS admins USING (organization_id)
       WHERE own.user_id = $1 AND admins.role = 'account-admin' AND admins.user_id <> $1 ORDER BY admins.user_id`,
      [userId],
    );
    const admins: User[] = [];
    for (const { user_id: id } of rows) {
      const admin = await this.users.find(id);
      if (admin) admins.push(admin);
    }
    return admins;
  }
}

async function removeFactors(query: RunStatement, userId: string): Promise<void> {
  for (const table of ['authenticators', 'passkeys', 'recovery_codes'])
    await query(`DELETE FROM identity.${table} WHERE user_id = $1`, [userId]);
}
