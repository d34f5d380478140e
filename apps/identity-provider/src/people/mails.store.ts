import { type accountKinds } from '@governance/deliveries';
import { type Keyring, type SealContext } from '@governance/keyring';
import { type RunStatement } from '@governance/postgres';
import { type User } from './users.store';
import { randomUUID } from 'node:crypto';

export interface NewMail {
  readonly kind: (typeof accountKinds)[number];
  readonly recipient: string;
  /** Undefined when no account has the address: the mail is then dropped, after the request was answered. */
  readonly userId: string | undefined;
}

/** The time after which an unsent mail is dropped. Links must not outlive their mail by much, and notices must not be stale. */
export const mailLifetimeSeconds: Readonly<Record<NewMail['kind'], number>> = {
  'password-reset': 30 * 60,
  'password-changed': 2 * 24 * 60 * 60,
  'factor-added': 2 * 24 * 60 * 60,
};

/** The mail that tells the owner of an account about a new second factor. Undefined: the address is not proven. */
export function factorNotice({ id, email, emailVerified }: User): NewMail | undefined {
  return emailVerified ? { kind: 'factor-added', recipient: email, userId: id } : undefined;
}

/** Queues mails in the transaction of the change that they report: none is sent before it is committed. */
export class MailsStore {
  constructor(private readonly keyring: Keyring) {}

  async add(query: RunStatement, { kind, recipient, userId }: NewMail): Promise<void> {
    const id = randomUUID();
    await query(
      `INSERT INTO identity.mails (id, kind, user_id, recipient, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
      [id, kind, userId, this.keyring.seal(recipient, mailSeal('recipient', id)), mailLifetimeSeconds[kind]],
    );
  }
}

/** The associated data of a sealed value of `identity.mails`. */
export function mailSeal(column: 'recipient' | 'message', row: string): SealContext {
  return { table: 'identity.mails', column, row };
}
