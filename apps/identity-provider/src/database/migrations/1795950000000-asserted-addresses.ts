import { IdentityMigration } from './identity.migration';

/**
 * `email_verified` is our own proof only. What a connection has asserted was none: until now it could be any address. Addresses in
 * domains that the organization of the connection has proven still count as verified, and others do after the next invitation.
 */
export class AssertedAddresses1795950000000 extends IdentityMigration {
  readonly name = 'AssertedAddresses1795950000000';
  readonly formerName = '1795950000000-asserted-addresses';
  readonly changes = [`UPDATE identity.users SET email_verified = false WHERE connection_id IS NOT NULL`];
}
