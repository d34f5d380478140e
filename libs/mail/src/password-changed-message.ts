import { type MailerService } from '@nestjs-modules/mailer';

import { AccountNotice } from './account-notice';
import { type MailSettings } from './mail-settings';

/** Tells the owner of an account that its password was replaced. */
export class PasswordChangedMessage extends AccountNotice {
  constructor(mailer: MailerService, settings: MailSettings) {
    super(mailer, settings, { subject: 'Your password was changed', template: 'password-changed' });
  }
}
