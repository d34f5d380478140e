import { dark, fontStack, light, productName } from '@governance/design';
import { type CredentialType, type EndingCredential, type ExpiryNotice } from '@governance/iam';
import { withoutHiddenCharacters } from '@governance/kernel';
import { type MailerService } from '@nestjs-modules/mailer';
import { compile } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { composeMail } from './compose-mail';
import { type MailSettings } from './mail-settings';
import { templateFolder } from './mailer-options';
import { momentInWords } from './moment-in-words';

export interface ExpiryContent extends ExpiryNotice {
  /** Determines the `Message-ID`. */
  readonly deliveryId: string;
  readonly recipient: string;
  readonly date: Date;
}

/** More would make the mail longer than its reader needs to act. */
const mostShown = 20;

const typeInWords: Readonly<Record<CredentialType, string>> = {
  client_secret: 'secret',
  public_key: 'key',
};

/** The mail to an account admin about secrets and keys that expire soon, in text and HTML. */
export class ExpiryMessage {
  private readonly text = compile(readFileSync(join(templateFolder, 'expiry.text.hbs'), 'utf8'), {
    strict: true,
    noEscape: true,
  });

  constructor(
    private readonly mailer: MailerService,
    private readonly settings: MailSettings,
  ) {}

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  async compose({ orgId, credentials, ...envelope }: ExpiryContent): Promise<Uint8Array> {
    const facts = { productName, orgId, ...wordsFor(credentials) };
    return composeMail(this.mailer, this.settings, {
      ...envelope,
      // Names that a user typed do not belong in a subject.
      subject: facts.heading,
      template: 'expiry.html.hbs',
      context: { ...facts, light, dark, fontStack },
      text: this.text(facts),
    });
  }
}

interface ExpiryFacts {
  readonly heading: string;
  readonly credentials: readonly { readonly name: string; readonly type: string; readonly until: string }[];
  /** "3 more are in the list of credentials." Empty when there are none. */
  readonly more: string;
}

function wordsFor(credentials: readonly EndingCredential[]): ExpiryFacts {
  const others = credentials.length - mostShown;
  return {
    heading:
      credentials.length === 1
        ? 'An M2M credential expires soon'
        : `${credentials.length} M2M credentials expire soon`,
    credentials: credentials.slice(0, mostShown).map(({ name, type, expiresAt }) => ({
      name: withoutHiddenCharacters(name),
      type: typeInWords[type],
      until: momentInWords(expiresAt),
    })),
    more: others > 0 ? `${others} more ${others === 1 ? 'is' : 'are'} in the list of credentials.` : '',
  };
}
