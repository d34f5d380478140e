import { IdentityMigration } from './identity.migration';

/** When each member signed in to the organization last. The previous release does not write it. */
export class LastSignIns1795970000002 extends IdentityMigration {
  readonly name = 'LastSignIns1795970000002';
  readonly formerName = '1795970000002-last-sign-ins';
  readonly changes = ['ALTER TABLE identity.memberships ADD COLUMN last_sign_in_at timestamptz(3)'];
}
