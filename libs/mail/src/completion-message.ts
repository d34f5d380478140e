import { type Certificate, verdictInWords } from '@governance/assessments';
import { tierStyles } from '@governance/design';
import { type RemediationItem } from '@governance/rubric';

import { actionFacts } from './action-facts';
import { completionFacts } from './completion-facts';
import { type MailEnvelope, MailMessage } from './mail-message';

export interface CompletionContent extends MailEnvelope {
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
}

/** The completion mail (spec 6): the result in text and HTML, with the certificate attached. */
export class CompletionMessage extends MailMessage {
  protected readonly template = 'completion';

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  compose({ deliveryId, recipient, date, ...content }: CompletionContent): Promise<Uint8Array> {
    const { certificate, pdf, holderSalt, plan, resultUrl, ownershipUrl, blockUrl } = content;
    const facts = {
      holderSalt,
      resultUrl,
      ownershipUrl,
      blockUrl,
      ...completionFacts(certificate),
      ...actionFacts(plan),
    };
    return this.write({
      deliveryId,
      recipient,
      date,
      subject: `Your AI governance self-assessment: ${facts.score}/100, ${facts.tier}. ${verdictInWords(certificate.outcome)}`,
      facts,
      looks: looks(certificate),
      attachments: [
        { filename: facts.attachment, contentType: 'application/pdf', content: Buffer.from(pdf) },
      ],
    });
  }
}

/** The colours of the tier, drawn as four steps. */
function looks({ outcome }: Certificate): object {
  const tierStyle = tierStyles[outcome.tier];
  const steps = [1, 2, 3, 4].map((step) => ({ filled: step <= tierStyle.step }));
  return { tierStyle, steps };
}
