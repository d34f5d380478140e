import { type CampaignMail, dayInWords } from '@governance/assessments';
import { withoutHiddenCharacters } from '@governance/kernel';
import { type MailEnvelope, MailMessage } from './mail-message';
import { shownName } from './shown-name';

export interface CampaignContent extends MailEnvelope, Omit<CampaignMail, 'capability'> {
  readonly isReminder: boolean;
  /** A capability URL: anyone who has it can answer. */
  readonly link: string;
  readonly optOutUrl: string;
}

/** The mail that asks the contact of a client for an assessment, and what reminds of it. It says who asks, and how to end this. */
export class CampaignMessage extends MailMessage {
  protected readonly template = 'campaign';

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  compose({
    sender,
    clientName,
    contactName,
    message,
    dueAt,
    isReminder,
    ...content
  }: CampaignContent): Promise<Uint8Array> {
    const { link, optOutUrl, ...envelope } = content;
    const senderName = withoutHiddenCharacters(sender.name);
    const dueOn = dayInWords(dueAt);
    const heading = isReminder
      ? `Reminder: self-assessment for ${senderName} by ${dueOn}`
      : `Self-assessment for ${senderName} by ${dueOn}`;
    const facts = {
      heading,
      senderName,
      domain: sender.domain,
      clientName: shownName(clientName) || 'your organization',
      contactName: shownName(contactName),
      message,
      dueOn,
      link,
      optOutUrl,
    };
    const kicker = isReminder ? 'Reminder' : 'Request';
    return this.write({ ...envelope, subject: heading, facts, looks: { kicker }, unsubscribeUrl: optOutUrl });
  }
}
