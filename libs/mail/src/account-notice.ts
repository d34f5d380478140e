import { type MailEnvelope, MailMessage } from './mail-message';
import { momentInWords } from './moment-in-words';

export interface AccountNoticeContent extends MailEnvelope {
  /** The host of the identity provider, where the account signs in. */
  readonly host: string;
  readonly changedAt: Date;
}

/** A mail that tells the owner of an account about a change of it, in text and HTML. It has no link. */
export abstract class AccountNotice extends MailMessage {
  protected abstract readonly subject: string;

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  compose({ host, changedAt, ...envelope }: AccountNoticeContent): Promise<Uint8Array> {
    return this.write({ ...envelope, subject: this.subject, facts: { host, at: momentInWords(changedAt) } });
  }
}
