import { IdentityMigration } from './identity.migration';

/** Mails that report a replaced authenticator app, new recovery codes, and an ended session. */
export class AccountNotices1795970000000 extends IdentityMigration {
  readonly name = 'AccountNotices1795970000000';
  readonly formerName = '1795970000000-account-notices';
  readonly changes = [
    `ALTER TABLE identity.mails DROP CONSTRAINT mails_kind_check,
       ADD CONSTRAINT mails_kind_check CHECK (kind IN ('password-reset', 'password-changed', 'factor-added',
         'app-replaced', 'recovery-codes-replaced', 'access-ended'))`,
  ];
}
