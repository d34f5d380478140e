import { dark, fontStack, light, productName } from '@governance/design';
import { type Role } from '@governance/iam';
import { withoutHiddenCharacters } from '@governance/kernel';
import { type MailerService } from '@nestjs-modules/mailer';
import { compile } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { composeMail } from './compose-mail';
import { type MailSettings } from './mail-settings';
import { templateFolder } from './mailer-options';
import { momentInWords } from './moment-in-words';

export interface InvitationContent {
  /** Determines the `Message-ID`. */
  readonly deliveryId: string;
  readonly recipient: string;
  /** The organization's display name. The mail does not name the inviter. */
  readonly orgName: string;
  readonly role: Role;
  readonly link: string;
  readonly expiresAt: Date;
  readonly date: Date;
}

/** spec 2.10: what a role is, for a reader who is new to the service. */
const roleInWords: Readonly<Record<Role, { readonly role: string; readonly mayDo: string }>> = {
  'account-admin': {
    role: 'an account admin',
    mayDo: 'manage access and security for the whole organization, and your own profile',
  },
  viewer: { role: 'a viewer', mayDo: 'manage your own profile' },
};

/** The mail of an invitation, in text and HTML. Only its recipient gets the link. */
export class InvitationMessage {
  private readonly text = compile(readFileSync(join(templateFolder, 'invitation.text.hbs'), 'utf8'), {
    strict: true,
    noEscape: true,
  });

  constructor(
    private readonly mailer: MailerService,
    private readonly settings: MailSettings,
  ) {}

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  async compose({ role, link, expiresAt, ...content }: InvitationContent): Promise<Uint8Array> {
    const { orgName: stored, ...envelope } = content;
    // A subject and a text cannot isolate a name that was stored before such characters were refused.
    const orgName = withoutHiddenCharacters(stored);
    const facts = { productName, orgName, link, until: momentInWords(expiresAt), ...roleInWords[role] };
    return composeMail(this.mailer, this.settings, {
      ...envelope,
      subject: `You are invited to ${orgName}`,
      template: 'invitation.html.hbs',
      context: { ...facts, light, dark, fontStack },
      text: this.text(facts),
    });
  }
}
