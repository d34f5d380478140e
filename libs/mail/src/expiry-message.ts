import { type CredentialType, type EndingCredential, type ExpiryNotice } from '@governance/iam';
import { withoutHiddenCharacters } from '@governance/kernel';

import { type MailEnvelope, MailMessage } from './mail-message';
import { momentInWords } from './moment-in-words';

export interface ExpiryContent extends Pick<ExpiryNotice, 'credentials'>, MailEnvelope {
  readonly orgName: string;
}

/** More would make the mail longer than its reader needs to act. */
const mostShown = 20;

const typeInWords: Readonly<Record<CredentialType, string>> = {
  client_secret: 'secret',
  public_key: 'key',
};

/** The mail to an account admin about secrets and keys that expire soon, in text and HTML. */
export class ExpiryMessage extends MailMessage {
  protected readonly template = 'expiry';

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  compose({ orgName, credentials, ...envelope }: ExpiryContent): Promise<Uint8Array> {
    const facts = { orgName: withoutHiddenCharacters(orgName), ...wordsFor(credentials) };
    return this.write({
      ...envelope,
      // Names that a user typed do not belong in a subject.
      subject: facts.heading,
      facts,
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
