import { type MailEnvelope, MailMessage } from './mail-message';
import { momentInWords } from './moment-in-words';

export interface DomainProofContent extends MailEnvelope {
  /** In canonical form: the domain of the recipient. */
  readonly domain: string;
  readonly link: string;
  readonly blockUrl: string;
  readonly expiresAt: Date;
}

/** The mail that asks a domain whether a certificate may name it, in text and HTML. */
export class DomainProofMessage extends MailMessage {
  protected readonly template = 'domain-proof';

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  compose({ domain, link, blockUrl, expiresAt, ...envelope }: DomainProofContent): Promise<Uint8Array> {
    const facts = { domain, link, blockUrl, until: momentInWords(expiresAt) };
    return this.write({
      ...envelope,
      // The domain is what a stranger typed, so it is not in the subject.
      subject: 'May a certificate name your domain?',
      facts,
    });
  }
}
