import { IdentityMigration } from './identity.migration';

/**
 * What a provider asserts counts as a second factor only if an admin with a second factor of another origin has said so. What is
 * set now counts as confirmed, and so does what the previous release or an operator sets.
 */
export class ConfirmedFactors1795950000002 extends IdentityMigration {
  readonly name = 'ConfirmedFactors1795950000002';
  readonly formerName = '1795950000002-confirmed-factors';
  readonly changes = [
    `ALTER TABLE identity.connections ADD COLUMN upstream_factor_confirmed boolean NOT NULL DEFAULT true`,
  ];
}
