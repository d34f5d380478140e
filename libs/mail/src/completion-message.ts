import { type Certificate, verdictInWords } from '@governance/assessments';
import { dark, fontStack, light, productName, tierStyles } from '@governance/design';
import { type RemediationItem } from '@governance/rubric';
import { type MailerService } from '@nestjs-modules/mailer';
import { compile } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { actionFacts } from './action-facts';
import { completionFacts } from './completion-facts';
import { composeMail } from './compose-mail';
import { type MailSettings } from './mail-settings';
import { templateFolder } from './mailer-options';

export interface CompletionContent {
  /** Determines the `Message-ID`. */
  readonly deliveryId: string;
  readonly recipient: string;
  readonly certificate: Certificate;
  readonly pdf: Uint8Array;
  /** The ownership code: with it and the address, the holder proves ownership. Only this message contains it. */
  readonly holderSalt: string;
  /** Where the holder enters address and ownership code, to show a person beside them that the certificate is theirs. */
  readonly ownershipUrl: string;
  /** The remediation plan, most urgent first. */
  readonly plan: readonly RemediationItem[];
  /** A capability URL: anyone who has it can see the result and the plan. */
  readonly resultUrl: string;
  /** Where the recipient can block all messages to this address. */
  readonly blockUrl: string;
  readonly date: Date;
}

/** The completion mail (spec 6): the result in text and HTML, with the certificate attached. */
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
  async compose({ deliveryId, recipient, date, ...content }: CompletionContent): Promise<Uint8Array> {
    const { certificate, pdf, holderSalt, plan, resultUrl, ownershipUrl, blockUrl } = content;
    const facts = {
      productName,
      holderSalt,
      resultUrl,
      ownershipUrl,
      blockUrl,
      ...completionFacts(certificate),
      ...actionFacts(plan),
    };
    return composeMail(this.mailer, this.settings, {
      deliveryId,
      recipient,
      date,
      subject: `Your AI governance self-assessment: ${facts.score}/100, ${facts.tier}. ${verdictInWords(certificate.outcome)}`,
      template: 'completion.html.hbs',
      context: { ...facts, ...looks(certificate) },
      text: this.text(facts),
      attachments: [
        { filename: facts.attachment, contentType: 'application/pdf', content: Buffer.from(pdf) },
      ],
    });
  }
}

/** Needed only by the HTML: colours, type, and the tier drawn as four steps. */
function looks({ outcome }: Certificate): object {
  const tierStyle = tierStyles[outcome.tier];
  const steps = [1, 2, 3, 4].map((step) => ({ filled: step <= tierStyle.step }));
  return { light, dark, fontStack, tierStyle, steps };
}
