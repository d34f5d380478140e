import { IdentityMigration } from './identity.migration';

/**
 * The `acr` and `amr` values of a connection's provider that count as second factor; none: nothing counts. The previous release
 * ignores the columns.
 */
export class UpstreamSecondFactor1764810000000 extends IdentityMigration {
  readonly name = 'UpstreamSecondFactor1764810000000';
  readonly formerName = '1764810000000-upstream-second-factor';
  readonly changes = [
    `ALTER TABLE identity.connections
     ADD COLUMN upstream_acr_values text[] NOT NULL DEFAULT '{}' CHECK (cardinality(upstream_acr_values) <= 10),
     ADD COLUMN upstream_amr_values text[] NOT NULL DEFAULT '{}' CHECK (cardinality(upstream_amr_values) <= 10)`,
  ];
}
