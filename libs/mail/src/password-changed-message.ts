import { dark, fontStack, light, productName } from '@governance/design';
import { type MailerService } from '@nestjs-modules/mailer';
import { compile } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { composeMail } from './compose-mail';
import { type MailSettings } from './mail-settings';
import { templateFolder } from './mailer-options';
import { momentInWords } from './moment-in-words';

export interface PasswordChangedContent {
  /** Determines the `Message-ID`. */
  readonly deliveryId: string;
  readonly recipient: string;
  /** The host of the identity provider, where the account signs in. */
  readonly host: string;
  readonly changedAt: Date;
  readonly date: Date;
}

/** The mail that tells the owner of an account that its password was replaced, in text and HTML. It has no link. */
export class PasswordChangedMessage {
  private readonly text = compile(readFileSync(join(templateFolder, 'password-changed.text.hbs'), 'utf8'), {
    strict: true,
    noEscape: true,
  });

  constructor(
    private readonly mailer: MailerService,
    private readonly settings: MailSettings,
  ) {}

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  async compose({ host, changedAt, ...envelope }: PasswordChangedContent): Promise<Uint8Array> {
    const facts = { productName, host, at: momentInWords(changedAt) };
    return composeMail(this.mailer, this.settings, {
      ...envelope,
      subject: 'Your password was changed',
      template: 'password-changed.html.hbs',
      context: { ...facts, light, dark, fontStack },
      text: this.text(facts),
    });
  }
}
