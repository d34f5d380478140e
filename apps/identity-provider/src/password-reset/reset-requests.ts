import { canonicalAddress, signInKey } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { Logger } from '@nestjs/common';
import { MailsStore } from '../people/mails.store';
import { UsersStore } from '../people/users.store';
import { AttemptsStore } from '../guesses/attempts.store';
import { resetAttempts } from '../guesses/guess-budgets';

export interface ResetRequest {
  /** As typed. */
  readonly email: string;
  readonly network: string;
  /** The id of the sending browser if it is known to the account. Pass `''` if the account does not exist. */
  readonly knownTo: (userId: string) => Promise<string | undefined>;
}

/**
 * Requests for a mail with a reset link. The work is the same with an account as without one: whether the address has an account
 * with a password is checked when the mail is composed (`AccountMessageComposer`).
 */
export class ResetRequests {
  private readonly log = new Logger('PasswordReset');
  private readonly users: UsersStore;
  private readonly attempts: AttemptsStore;
  private readonly mails: MailsStore;

  constructor(
    private readonly database: Database,
    keyring: Keyring,
  ) {
    this.users = new UsersStore(database, keyring);
    this.attempts = new AttemptsStore(database, keyring);
    this.mails = new MailsStore(keyring);
  }

  /** False when the text is not an address. Over budget no mail is queued, which the client does not learn. */
  async add({ email, network, knownTo }: ResetRequest): Promise<boolean> {
    const typed = canonicalAddress(email);
    if (typed === undefined) return false;
    const user = await this.users.findByEmail(typed);
    const browser = await knownTo(user?.id ?? '');
    const account = user?.id ?? signInKey(typed);
    const wait = await this.attempts.begin(...resetAttempts({ account, network, browser }));
    if (wait > 0) {
      this.log.log({ msg: 'password reset over budget', userId: user?.id });
      return true;
    }
    // Never to the typed address: another spelling may lead to another mailbox.
    const recipient = user?.email ?? typed;
    await this.database.inTransaction((query) =>
      this.mails.add(query, { kind: 'password-reset', recipient, userId: user?.id }),
    );
    return true;
  }
}
