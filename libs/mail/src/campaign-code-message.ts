import { type MailEnvelope, MailMessage } from './mail-message';
import { momentInWords } from './moment-in-words';

export interface CampaignCodeContent extends MailEnvelope {
  /** Six digits. */
  readonly code: string;
  readonly expiresAt: Date;
  readonly blockUrl: string;
}

/** The mail with the code that shows the answers of a campaign in another browser. It names no one, and has nothing that people typed. */
export class CampaignCodeMessage extends MailMessage {
  protected readonly template = 'campaign-code';

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  compose({ code, expiresAt, blockUrl, ...envelope }: CampaignCodeContent): Promise<Uint8Array> {
    const facts = { code, until: momentInWords(expiresAt), blockUrl };
    // The code is not in the subject: screens that are locked show subjects.
    return this.write({ ...envelope, subject: 'Your code to continue', facts });
  }
}
