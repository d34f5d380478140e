import { dark, fontStack, light, productName } from '@governance/design';
import { type MailerService } from '@nestjs-modules/mailer';
import { type OnModuleInit } from '@nestjs/common';
import { compile } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeMail, type MailContent } from './compose-mail';
import { type MailSettings } from './mail-settings';
import { templateFolder } from './mailer-options';

export type MailEnvelope = Pick<MailContent, 'deliveryId' | 'recipient' | 'date'>;

interface Writing extends MailEnvelope, Pick<MailContent, 'subject' | 'attachments' | 'unsubscribeUrl'> {
  /** Shown by both templates. */
  readonly facts: object;
  /** Needed only by the HTML. */
  readonly looks?: object;
}

/** A kind of mail, in text and HTML. */
export abstract class MailMessage implements OnModuleInit {
  /** The name of its two templates. */
  protected abstract readonly template: string;
  private compiled: ((facts: object) => string) | undefined;

  constructor(
    private readonly mailer: MailerService,
    private readonly settings: MailSettings,
  ) {}

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  protected write({ facts: own, looks = {}, ...envelope }: Writing): Promise<Uint8Array> {
    const facts = { productName, ...own };
    return composeMail(this.mailer, this.settings, {
      ...envelope,
      template: `${this.template}.html.hbs`,
      context: { ...facts, light, dark, fontStack, ...looks },
      text: this.textTemplate()(facts),
    });
  }

  /** A program without its templates does not start. */
  onModuleInit(): void {
    this.textTemplate();
  }

  private textTemplate(): (facts: object) => string {
    const file = join(templateFolder, `${this.template}.text.hbs`);
    return (this.compiled ??= compile(readFileSync(file, 'utf8'), { strict: true, noEscape: true }));
  }
}
