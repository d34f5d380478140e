import { AccountNotice } from './account-notice';

/** Tells the owner of an account that a passkey or an authenticator app was added. */
export class FactorAddedMessage extends AccountNotice {
  protected readonly template = 'factor-added';
  protected readonly subject = 'Your account has a new second factor';
}
