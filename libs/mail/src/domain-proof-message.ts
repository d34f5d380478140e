import { dark, fontStack, light, productName } from '@governance/design';
import { type MailerService } from '@nestjs-modules/mailer';
import { compile } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { composeMail } from './compose-mail';
import { type MailSettings } from './mail-settings';
import { templateFolder } from './mailer-options';
import { momentInWords } from './moment-in-words';

export interface DomainProofContent {
  /** Determines the `Message-ID`. */
  readonly deliveryId: string;
  readonly recipient: string;
  /** In canonical form: the domain of the recipient. */
  readonly domain: string;
  readonly link: string;
  readonly blockUrl: string;
  readonly expiresAt: Date;
  readonly date: Date;
}

/** The mail that asks a domain whether a certificate may name it, in text and HTML. */
export class DomainProofMessage {
  private readonly text = compile(readFileSync(join(templateFolder, 'domain-proof.text.hbs'), 'utf8'), {
    strict: true,
    noEscape: true,
  });

  constructor(
    private readonly mailer: MailerService,
    private readonly settings: MailSettings,
  ) {}

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  async compose({ domain, link, blockUrl, expiresAt, ...envelope }: DomainProofContent): Promise<Uint8Array> {
    const facts = { productName, domain, link, blockUrl, until: momentInWords(expiresAt) };
    return composeMail(this.mailer, this.settings, {
      ...envelope,
      // The domain is what a stranger typed, so it is not in the subject.
      subject: 'May a certificate name your domain?',
      template: 'domain-proof.html.hbs',
      context: { ...facts, light, dark, fontStack },
      text: this.text(facts),
    });
  }
}
