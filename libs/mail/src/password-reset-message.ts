import { dark, fontStack, light, productName } from '@governance/design';
import { type MailerService } from '@nestjs-modules/mailer';
import { compile } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { composeMail } from './compose-mail';
import { type MailSettings } from './mail-settings';
import { templateFolder } from './mailer-options';
import { momentInWords } from './moment-in-words';

export interface PasswordResetContent {
  /** Determines the `Message-ID`. */
  readonly deliveryId: string;
  readonly recipient: string;
  /** The host of the identity provider, where the account signs in. */
  readonly host: string;
  readonly link: string;
  readonly expiresAt: Date;
  readonly date: Date;
}

/** The mail with the link to choose a new password, in text and HTML. Only its recipient gets the link. */
export class PasswordResetMessage {
  private readonly text = compile(readFileSync(join(templateFolder, 'password-reset.text.hbs'), 'utf8'), {
    strict: true,
    noEscape: true,
  });

  constructor(
    private readonly mailer: MailerService,
    private readonly settings: MailSettings,
  ) {}

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  async compose({ host, link, expiresAt, ...envelope }: PasswordResetContent): Promise<Uint8Array> {
    const facts = { productName, host, link, until: momentInWords(expiresAt) };
    return composeMail(this.mailer, this.settings, {
      ...envelope,
      subject: 'Choose a new password',
      template: 'password-reset.html.hbs',
      context: { ...facts, light, dark, fontStack },
      text: this.text(facts),
    });
  }
}
