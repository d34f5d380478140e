import { type MailEnvelope, MailMessage } from './mail-message';
import { momentInWords } from './moment-in-words';

export interface PasswordResetContent extends MailEnvelope {
  /** The host of the identity provider, where the account signs in. */
  readonly host: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/** The mail with the link to choose a new password, in text and HTML. Only its recipient gets the link. */
export class PasswordResetMessage extends MailMessage {
  protected readonly template = 'password-reset';

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  compose({ host, link, expiresAt, ...envelope }: PasswordResetContent): Promise<Uint8Array> {
    const facts = { host, link, until: momentInWords(expiresAt) };
    return this.write({
      ...envelope,
      subject: 'Choose a new password',
      facts,
    });
  }
}
