import { type MailerService } from '@nestjs-modules/mailer';

import { AccountNotice } from './account-notice';
import { type MailSettings } from './mail-settings';

/** Tells the owner of an account that a passkey or an authenticator app was added. */
export class FactorAddedMessage extends AccountNotice {
  constructor(mailer: MailerService, settings: MailSettings) {
    super(mailer, settings, { subject: 'Your account has a new second factor', template: 'factor-added' });
  }
}
