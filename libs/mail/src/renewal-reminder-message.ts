import { dayInWords, renewBy } from '@governance/assessments';
import { dark, fontStack, light, productName } from '@governance/design';
import { type MailerService } from '@nestjs-modules/mailer';
import { compile } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { composeMail } from './compose-mail';
import { type MailSettings } from './mail-settings';
import { templateFolder } from './mailer-options';

export interface RenewalReminderContent {
  /** Determines the `Message-ID`. */
  readonly deliveryId: string;
  readonly recipient: string;
  /** When the certificate was issued. */
  readonly issuedAt: Date;
  /** A capability URL: anyone who has it can see the answers of the result. */
  readonly againUrl: string;
  readonly blockUrl: string;
  readonly date: Date;
}

/** The mail that a submitter asked for, a month before the day to assess again. It contains nothing that they typed. */
export class RenewalReminderMessage {
  private readonly text = compile(readFileSync(join(templateFolder, 'renewal-reminder.text.hbs'), 'utf8'), {
    strict: true,
    noEscape: true,
  });

  constructor(
    private readonly mailer: MailerService,
    private readonly settings: MailSettings,
  ) {}

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  async compose({ issuedAt, againUrl, blockUrl, ...envelope }: RenewalReminderContent): Promise<Uint8Array> {
    const [issuedOn, renewBefore] = [dayInWords(issuedAt), dayInWords(renewBy(issuedAt))];
    const facts = { productName, issuedOn, renewBefore, againUrl, blockUrl };
    return composeMail(this.mailer, this.settings, {
      ...envelope,
      subject: `Assess again by ${renewBefore}`,
      template: 'renewal-reminder.html.hbs',
      context: { ...facts, light, dark, fontStack },
      text: this.text(facts),
    });
  }
}
