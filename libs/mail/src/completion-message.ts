import { type Certificate } from '@governance/assessments';
import { dark, fontStack, light, productName, tierStyles } from '@governance/design';
import { type MailerService } from '@nestjs-modules/mailer';
import { compile } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { completionFacts } from './completion-facts';
import { type MailSettings } from './mail-settings';
import { composeTransport, templateFolder } from './mailer-options';
import { messageIdOf } from './message-id';

export interface CompletionContent {
  /** Makes the `Message-ID`. */
  readonly deliveryId: string;
  readonly recipient: string;
  readonly certificate: Certificate;
  readonly pdf: Uint8Array;
  readonly date: Date;
}

/** The completion email (spec 6): the result in text and HTML, with the certificate attached. */
export class CompletionMessage {
  private readonly text = compile(readFileSync(join(templateFolder, 'completion.text.hbs'), 'utf8'), {
    strict: true,
    noEscape: true,
  });

  constructor(
    private readonly mailer: MailerService,
    private readonly settings: MailSettings,
  ) {}

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  async compose({ deliveryId, recipient, certificate, pdf, date }: CompletionContent): Promise<Uint8Array> {
    const facts = { productName, ...completionFacts(certificate) };
    const sent: unknown = await this.mailer.sendMail({
      transporterName: composeTransport,
      from: this.settings.from,
      to: { name: '', address: onlyAddress(recipient) },
      subject: `Your AI governance self-assessment: ${facts.tier}, ${facts.verdict.toLowerCase()}`,
      messageId: messageIdOf(deliveryId, this.settings.from),
      date,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      xMailer: false,
      template: 'completion.html.hbs',
      context: { ...facts, ...looks(certificate) },
      text: this.text(facts),
      attachments: [
        { filename: facts.attachment, contentType: 'application/pdf', content: Buffer.from(pdf) },
      ],
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return bytesOf(sent);
  }
}

/** What only the HTML needs: colours, type, and the tier drawn as four steps. */
function looks({ outcome }: Certificate): object {
  const tierStyle = tierStyles[outcome.tier];
  const steps = [1, 2, 3, 4].map((step) => ({ filled: step <= tierStyle.step }));
  return { light, dark, fontStack, tierStyle, steps };
}

/** Header injection: what could end the header, or start a second address, is not part of an address. */
function onlyAddress(recipient: string): string {
  if (!/^[^\s\p{Cc}<>,;:()]+@[^\s\p{Cc}<>,;:()@]+$/u.test(recipient))
    throw new Error('The recipient is not one address.');
  return recipient;
}

function bytesOf(sent: unknown): Uint8Array {
  const message = typeof sent === 'object' && sent !== null && 'message' in sent ? sent.message : undefined;
  if (!(message instanceof Uint8Array)) throw new Error('The mailer composed no message.');
  return message;
}
