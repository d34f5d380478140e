import { IdentityMigration } from './identity.migration';

/** When an assertion of a rule last got a token, and when and why it last got none. The previous release ignores the columns. */
export class LastExchanges1795990000009 extends IdentityMigration {
  readonly name = 'LastExchanges1795990000009';
  readonly formerName = '1795990000009-last-exchanges';
  readonly changes = [
    `ALTER TABLE identity.trust_rules
      ADD COLUMN last_used_at timestamptz(3),
      ADD COLUMN last_refused_at timestamptz(3),
      ADD COLUMN last_refusal text,
      ADD CHECK ((last_refused_at IS NULL) = (last_refusal IS NULL))`,
  ];
}
