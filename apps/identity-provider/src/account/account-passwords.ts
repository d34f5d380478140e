import { Logger } from '@nestjs/common';
import { waitInWords } from '../pages/wait-in-words';
import { newPasswordOf } from '../people/new-password';
import { hashPassword } from '../people/password-hash';
import { type PeopleStores } from '../stores/people-stores';
import { passwordAttempts } from '../guesses/guess-budgets';
import { type AccountSession } from './account-sessions';

export interface PasswordSubmission {
  readonly session: AccountSession;
  readonly form: Readonly<Record<string, unknown>>;
  readonly network: string;
  /** The id of the sending browser if it is known to the account. */
  readonly browser: string | undefined;
}

export type PasswordOutcome = 'changed' | { readonly problem: string; readonly waitSeconds?: number };

/** Changes of a password by its owner, who knows the current one. Guesses of it count as at sign-in. */
export class AccountPasswords {
  private readonly log = new Logger('Account');

  constructor(
    private readonly people: Pick<PeopleStores, 'attempts' | 'passwords' | 'passwordChanges'>,
    /** Whether mail is configured. */
    private readonly tellsOwner: boolean,
  ) {}

  async change({ session, form, network, browser }: PasswordSubmission): Promise<PasswordOutcome> {
    const { user } = session;
    const chosen = newPasswordOf(form, user.email);
    if ('problem' in chosen) return chosen;
    const current = typeof form.current === 'string' ? form.current.slice(0, 256) : '';
    const attempts = passwordAttempts({ account: user.id, network, browser });
    const wait = await this.people.attempts.begin(...attempts);
    if (wait > 0) {
      return { problem: `Too many attempts. Wait ${waitInWords(wait)} and try again.`, waitSeconds: wait };
    }
    if (!(await this.people.passwords.matches(user.id, current))) {
      this.log.log({ msg: 'password change refused', userId: user.id });
      return { problem: 'The current password is incorrect.' };
    }
    await this.people.attempts.forgive(...attempts);
    if (chosen.password === current) return { problem: 'Choose a password other than the current one.' };
    const change = { user, hash: await hashPassword(chosen.password), tellsOwner: this.tellsOwner };
    if (!(await this.people.passwordChanges.byOwner(session.id, change)))
      return { problem: 'This account has no password.' };
    this.log.log({ msg: 'password changed', userId: user.id });
    return 'changed';
  }
}
