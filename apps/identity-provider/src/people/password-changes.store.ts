import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { MailsStore, noticeTo } from './mails.store';
import { type User } from './users.store';
import { payloadMacs } from '../database/payload-rows';
import { PasswordResetsStore } from './password-resets.store';
import { PasswordsStore } from './passwords.store';

export interface PasswordChange {
  readonly user: Pick<User, 'id' | 'email' | 'emailVerified'>;
  /** Of `hashPassword`. */
  readonly hash: string;
  /** Whether mail is configured, so that the owner is told. */
  readonly tellsOwner: boolean;
}

/** Changes of a password by its owner. The mail that reports a change is queued in the same transaction. */
export class PasswordChangesStore {
  private readonly passwords: PasswordsStore;
  private readonly resets: PasswordResetsStore;
  private readonly mails: MailsStore;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    this.passwords = new PasswordsStore(database, keyring);
    this.resets = new PasswordResetsStore(database, keyring);
    this.mails = new MailsStore(keyring);
  }

  /** Uses up the link `token` of a mail. False when it can no longer be used, or belongs to another account. */
  byLink(token: string, change: PasswordChange): Promise<boolean> {
    return this.database.inTransaction(async (query) => {
      await this.passwords.lock(query, change.user.id);
      if ((await this.resets.take(query, token)) !== change.user.id) return false;
      return this.replace(query, change, []);
    });
  }

  /** By the owner, who has shown the current password and stays signed in with this session only. */
  byOwner(sessionId: string, change: PasswordChange): Promise<boolean> {
    const keptSession = payloadMacs(this.keyring, sessionId);
    return this.database.inTransaction((query) => this.replace(query, change, keptSession));
  }

  private async replace(
    query: RunStatement,
    { user, hash, tellsOwner }: PasswordChange,
    keptSession: readonly Buffer[],
  ): Promise<boolean> {
    if (!(await this.passwords.replace(query, user.id, { hash, keptSession }))) return false;
    if (tellsOwner) await this.mails.add(query, noticeTo(user, 'password-changed'));
    return true;
  }
}
