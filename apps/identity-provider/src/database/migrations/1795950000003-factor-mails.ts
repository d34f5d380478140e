import { IdentityMigration } from './identity.migration';

/** Mails that report a new second factor. */
export class FactorMails1795950000003 extends IdentityMigration {
  readonly name = 'FactorMails1795950000003';
  readonly formerName = '1795950000003-factor-mails';
  readonly changes = [
    `ALTER TABLE identity.mails DROP CONSTRAINT mails_kind_check,
       ADD CONSTRAINT mails_kind_check CHECK (kind IN ('password-reset', 'password-changed', 'factor-added'))`,
  ];
}
