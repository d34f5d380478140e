import { type InvitedRole } from '@governance/iam';
import { withoutHiddenCharacters } from '@governance/kernel';

import { type MailEnvelope, MailMessage } from './mail-message';
import { momentInWords } from './moment-in-words';
import { shownName } from './shown-name';

export interface InvitationContent extends MailEnvelope {
  /** The organization's display name. */
  readonly orgName: string;
  /** The name of the person who invites; undefined: not a person, or no longer a member. */
  readonly inviter: string | undefined;
  readonly role: InvitedRole;
  readonly link: string;
  readonly expiresAt: Date;
}

/** spec 2.10: what a role is, for a reader who is new to the service. */
const roleInWords: Readonly<Record<InvitedRole, { readonly role: string; readonly mayDo: string }>> = {
  'account-admin': {
    role: 'an administrator',
    mayDo: 'manage access and security for the whole organization, and your own profile',
  },
  viewer: { role: 'a viewer', mayDo: 'manage your own profile' },
};

/** The mail of an invitation, in text and HTML. Only its recipient gets the link. */
export class InvitationMessage extends MailMessage {
  protected readonly template = 'invitation';

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  compose({ role, link, expiresAt, ...content }: InvitationContent): Promise<Uint8Array> {
    const { orgName: stored, inviter, ...envelope } = content;
    // A subject and a text cannot isolate a name that was stored before such characters were refused.
    const orgName = withoutHiddenCharacters(stored);
    const facts = {
      orgName,
      inviter: shownName(inviter),
      link,
      until: momentInWords(expiresAt),
      ...roleInWords[role],
    };
    return this.write({
      ...envelope,
      subject: `You are invited to ${orgName}`,
      facts,
    });
  }
}
