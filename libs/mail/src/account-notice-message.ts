import { type AccountNoticeKind } from '@governance/deliveries';
import { type MailEnvelope, MailMessage } from './mail-message';
import { momentInWords } from './moment-in-words';

export interface AccountNoticeContent extends MailEnvelope {
  readonly kind: AccountNoticeKind;
  /** The host of the identity provider, where the account signs in. */
  readonly host: string;
  readonly changedAt: Date;
}

interface NoticeWords {
  readonly title: string;
  /** What happened to "your account at … on …". */
  readonly happened: (account: string, at: string) => string;
  /** What an owner does who has not made the change. */
  readonly ifNot: string;
}

const changePassword = 'If it was not you, change your password now.';
const tellAdmin = 'Then tell an administrator of your organization.';

const notices: Readonly<Record<AccountNoticeKind, NoticeWords>> = {
  'password-changed': {
    title: 'Your password was changed',
    happened: (account, at) =>
      `The password of ${account} was changed on ${at}. Other browsers and applications are signed out of it.`,
    ifNot: `If it was not you, open the sign-in page and choose “Forgot your password?” now. ${tellAdmin}`,
  },
  'factor-added': {
    title: 'Your account has a new second factor',
    happened: (account, at) =>
      `A second factor was added to ${account} on ${at}: a passkey or an authenticator app. It applies from the next sign-in.`,
    ifNot: `${changePassword} Then replace the authenticator app on your account page, and remove the passkeys that are not yours. ${tellAdmin}`,
  },
  'app-replaced': {
    title: 'Your authenticator app was replaced',
    happened: (account, at) =>
      `The authenticator app of ${account} was replaced on ${at}. The codes of the earlier app no longer work. Other browsers and applications are signed out.`,
    ifNot: `${changePassword} ${tellAdmin}`,
  },
  'recovery-codes-replaced': {
    title: 'Your account has new recovery codes',
    happened: (account, at) =>
      `New recovery codes were created for ${account} on ${at}. The earlier codes no longer work.`,
    ifNot: `${changePassword} Then create new recovery codes on your account page. ${tellAdmin}`,
  },
  'access-ended': {
    title: 'A browser or program was signed out of your account',
    happened: (account, at) =>
      `A browser or program was signed out of ${account} on ${at}, on the account page.`,
    ifNot: `${changePassword} ${tellAdmin}`,
  },
};

/** Tells the owner of an account about a change of it, in text and HTML. It has no link. */
export class AccountNoticeMessage extends MailMessage {
  protected readonly template = 'account-notice';

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  compose({ kind, host, changedAt, ...envelope }: AccountNoticeContent): Promise<Uint8Array> {
    const { title, happened, ifNot } = notices[kind];
    const what = happened(`your account at ${host}`, momentInWords(changedAt));
    const ifYou = 'If it was you, there is nothing to do.';
    return this.write({ ...envelope, subject: title, facts: { title, what, ifYou, ifNot } });
  }
}
