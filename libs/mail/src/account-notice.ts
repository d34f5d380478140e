import { dark, fontStack, light, productName } from '@governance/design';
import { type MailerService } from '@nestjs-modules/mailer';
import { compile } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { composeMail } from './compose-mail';
import { type MailSettings } from './mail-settings';
import { templateFolder } from './mailer-options';
import { momentInWords } from './moment-in-words';

export interface AccountNoticeContent {
  /** Determines the `Message-ID`. */
  readonly deliveryId: string;
  readonly recipient: string;
  /** The host of the identity provider, where the account signs in. */
  readonly host: string;
  readonly changedAt: Date;
  readonly date: Date;
}

/** A mail that tells the owner of an account about a change of it, in text and HTML. It has no link. */
export abstract class AccountNotice {
  private readonly text: (facts: object) => string;

  protected constructor(
    private readonly mailer: MailerService,
    private readonly settings: MailSettings,
    private readonly notice: { readonly subject: string; readonly template: string },
  ) {
    const source = readFileSync(join(templateFolder, `${notice.template}.text.hbs`), 'utf8');
    this.text = compile(source, { strict: true, noEscape: true });
  }

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  async compose({ host, changedAt, ...envelope }: AccountNoticeContent): Promise<Uint8Array> {
    const facts = { productName, host, at: momentInWords(changedAt) };
    const { subject, template } = this.notice;
    return composeMail(this.mailer, this.settings, {
      ...envelope,
      subject,
      template: `${template}.html.hbs`,
      context: { ...facts, light, dark, fontStack },
      text: this.text(facts),
    });
  }
}
