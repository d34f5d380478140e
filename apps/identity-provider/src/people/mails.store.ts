import { type accountKinds, type AccountNoticeKind } from '@governance/deliveries';
import { type Keyring, type SealContext } from '@governance/keyring';
import { type RunStatement } from '@governance/postgres';
import { traceparent } from '@governance/tracing';
import { type User } from './users.store';
import { randomUUID } from 'node:crypto';

export interface NewMail {
  readonly kind: (typeof accountKinds)[number];
  readonly recipient: string;
  /** Undefined when no account has the address: the mail is then dropped, after the request was answered. */
  readonly userId: string | undefined;
}

/** The time for which a link to choose a new password works. */
export const resetLinkSeconds = 30 * 60;
const noticeSeconds = 2 * 24 * 60 * 60;

/** The mail that tells the owner of an account about a change. Undefined: the address is not proven. */
export function noticeTo(
  { id, email, emailVerified }: Pick<User, 'id' | 'email' | 'emailVerified'>,
  kind: AccountNoticeKind,
): NewMail | undefined {
  return emailVerified ? { kind, recipient: email, userId: id } : undefined;
}

/** Queues mails in the transaction of the change that they report: none is sent before it is committed. */
export class MailsStore {
  constructor(private readonly keyring: Keyring) {}

  /** Without a mail, does nothing. An unsent mail is dropped in time: a link must not outlive it by much, and a notice must not be stale. */
  async add(query: RunStatement, mail: NewMail | undefined): Promise<void> {
    if (!mail) return;
    const { kind, recipient, userId } = mail;
    const seconds = kind === 'password-reset' ? resetLinkSeconds : noticeSeconds;
    const id = randomUUID();
    await query(
      `INSERT INTO identity.mails (id, kind, user_id, recipient, expires_at, traceparent)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5), $6)`,
      [id, kind, userId, this.keyring.seal(recipient, mailSeal('recipient', id)), seconds, traceparent()],
    );
  }
}

/** The associated data of a sealed value of `identity.mails`. */
export function mailSeal(column: 'recipient' | 'message', row: string): SealContext {
  return { table: 'identity.mails', column, row };
}
