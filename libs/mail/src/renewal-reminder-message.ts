import { dayInWords, renewBy } from '@governance/assessments';
import { type MailEnvelope, MailMessage } from './mail-message';

export interface RenewalReminderContent extends MailEnvelope {
  /** When the certificate was issued. */
  readonly issuedAt: Date;
  /** A capability URL: anyone who has it can see the answers of the result. */
  readonly againUrl: string;
  readonly blockUrl: string;
}

/** The mail that a submitter asked for, a month before the day to assess again. It contains nothing that they typed. */
export class RenewalReminderMessage extends MailMessage {
  protected readonly template = 'renewal-reminder';

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  compose({ issuedAt, againUrl, blockUrl, ...envelope }: RenewalReminderContent): Promise<Uint8Array> {
    const [issuedOn, renewBefore] = [dayInWords(issuedAt), dayInWords(renewBy(issuedAt))];
    const facts = { issuedOn, renewBefore, againUrl, blockUrl };
    return this.write({
      ...envelope,
      subject: `Assess again by ${renewBefore}`,
      facts,
    });
  }
}
