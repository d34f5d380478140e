import { AccountNotice } from './account-notice';

/** Tells the owner of an account that its password was replaced. */
export class PasswordChangedMessage extends AccountNotice {
  protected readonly template = 'password-changed';
  protected readonly subject = 'Your password was changed';
}
