import { type AccountNoticeKind } from '@governance/deliveries';
import { type MailEnvelope, MailMessage } from './mail-message';
import { momentInWords } from './moment-in-words';

export interface AccountNoticeContent extends MailEnvelope {
  readonly kind: AccountNoticeKind;
  /** The host of the identity provider, where the account signs in. */
  readonly host: string;
  readonly changedAt: Date;
  /** When the second factor is removed. */
  readonly dueAt?: Date;
  /** Where the reader goes on: to keep the second factor, to the account, or to the members. Absent without a console. */
  readonly link?: string;
  /** The address of the member whose second factor is removed. */
  readonly member?: string;
}

/** What the words of a notice can name. */
interface NoticeFacts {
  /** "your account at …". */
  readonly account: string;
  readonly at: string;
  readonly due: string;
  readonly member: string;
}

interface NoticeWords {
  readonly title: string;
  readonly happened: (facts: NoticeFacts) => string;
  /** What a reader does who has expected it. */
  readonly ifYou?: string;
  /** What a reader does who has not. */
  readonly ifNot: string;
  /** The label of the link; by default that of the account. */
  readonly action?: string;
}

const changePassword = 'If this was not you, change your password now.';
const tellAdmin = 'Then tell an administrator of your organization.';

const notices: Readonly<Record<AccountNoticeKind, NoticeWords>> = {
  'password-changed': {
    title: 'Your password was changed',
    happened: ({ account, at }) =>
      `The password of ${account} was changed on ${at}. Other browsers and applications are signed out of it.`,
    ifNot: `If this was not you, open your account and choose “Forgot your password?” now. ${tellAdmin}`,
  },
  'factor-added': {
    title: 'Your account has a new second factor',
    happened: ({ account, at }) =>
      `A second factor was added to ${account} on ${at}: a passkey or an authenticator app. It applies from the next sign-in.`,
    ifNot: `${changePassword} Then replace the authenticator app on your account page, and remove the passkeys that are not yours. ${tellAdmin}`,
  },
  'app-replaced': {
    title: 'Your authenticator app was replaced',
    happened: ({ account, at }) =>
      `The authenticator app of ${account} was replaced on ${at}. The codes of the earlier app no longer work. Other browsers and applications are signed out.`,
    ifNot: `${changePassword} ${tellAdmin}`,
  },
  'recovery-codes-replaced': {
    title: 'Your account has new recovery codes',
    happened: ({ account, at }) =>
      `New recovery codes were created for ${account} on ${at}. The earlier codes no longer work.`,
    ifNot: `${changePassword} Then create new recovery codes on your account page. ${tellAdmin}`,
  },
  'access-ended': {
    title: 'A browser or program was signed out of your account',
    happened: ({ account, at }) =>
      `A browser or program was signed out of ${account} on ${at}, on the account page.`,
    ifNot: `${changePassword} ${tellAdmin}`,
  },
  'factor-reset-requested': {
    title: 'Your second factor will be removed',
    happened: ({ account, due }) =>
      `An administrator says that the second factor of ${account} is lost. It will be removed on ${due}, and you will be signed out everywhere. At your next sign-in you can set up a new one.`,
    ifYou: 'If you have lost it, you do not need to do anything.',
    ifNot: 'If you still have it, keep it here:',
    action: 'Keep the second factor',
  },
  'factor-reset-cancelled': {
    title: 'Your second factor stays',
    happened: ({ account, at }) =>
      `The removal of the second factor of ${account} was cancelled on ${at}, by you or an administrator.`,
    ifYou: 'If you expected this, you do not need to do anything.',
    ifNot: 'If you did not expect this, or cannot sign in, tell an administrator of your organization.',
  },
  'factors-removed': {
    title: 'Your second factor was removed',
    happened: ({ account, at }) =>
      `The second factors of ${account} and its recovery codes were removed on ${at}, a day after an administrator asked for it. You are signed out everywhere.`,
    ifYou: 'Sign in with your password, and set up a new second factor.',
    ifNot: `If you did not expect this, change your password now. ${tellAdmin}`,
  },
  'member-reset-requested': {
    title: 'The second factor of a member will be removed',
    happened: ({ member, due }) =>
      `The second factor of ${member}, a member of your organization, will be removed on ${due}. An administrator or the operator has asked for it. Until then the member and every administrator can cancel it.`,
    ifYou: 'If you know that the member has lost it, you do not need to do anything.',
    ifNot:
      'If you do not, ask the member in person or by phone. You can cancel the removal on the page Members of the console.',
    action: 'Open the members',
  },
};

/** Tells a person about a change of an account, in text and HTML. */
export class AccountNoticeMessage extends MailMessage {
  protected readonly template = 'account-notice';

  /** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
  compose({
    kind,
    host,
    changedAt,
    dueAt,
    link = '',
    member = '',
    ...envelope
  }: AccountNoticeContent): Promise<Uint8Array> {
    const words = notices[kind];
    const { title, happened, ifNot } = words;
    const { ifYou = 'If this was you, you do not need to do anything.', action = 'Open your account' } =
      words;
    const due = dueAt ? momentInWords(dueAt) : '';
    const what = happened({ account: `your account at ${host}`, at: momentInWords(changedAt), due, member });
    return this.write({ ...envelope, subject: title, facts: { title, what, ifYou, ifNot, link, action } });
  }
}
