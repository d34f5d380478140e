import { IdentityMigration } from './identity.migration';

/**
 * Since when the second factor of a connection is set. What is set now counts as confirmed, which the platform records in the
 * audit trails: it clears `unrecorded_factor`, the id of the record, when it has.
 */
export class DatesOfFactors1795960000000 extends IdentityMigration {
  readonly name = 'DatesOfFactors1795960000000';
  readonly formerName = '1795960000000-dates-of-factors';
  readonly changes = [
    `ALTER TABLE identity.connections
      ADD COLUMN upstream_factor_set_at timestamptz(3) NOT NULL DEFAULT now(),
      ADD COLUMN unrecorded_factor uuid`,
    `UPDATE identity.connections SET unrecorded_factor = gen_random_uuid()
      WHERE upstream_factor_confirmed AND cardinality(upstream_acr_values || upstream_amr_values) > 0`,
  ];
}
