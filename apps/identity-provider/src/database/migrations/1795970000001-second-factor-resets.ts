import { IdentityMigration } from './identity.migration';

/**
 * Second factors that an administrator has asked to remove, until they are removed or the request is cancelled (ADR 60), and what
 * owners have changed of their accounts, until the platform has recorded it. The previous release ignores both tables.
 */
export class SecondFactorResets1795970000001 extends IdentityMigration {
  readonly name = 'SecondFactorResets1795970000001';
  readonly formerName = '1795970000001-second-factor-resets';
  readonly changes = [
    // ON DELETE CASCADE: the previous release deletes accounts without knowing this table.
    `CREATE TABLE identity.second_factor_resets (
      user_id text PRIMARY KEY REFERENCES identity.users (id) ON DELETE CASCADE,
      id uuid NOT NULL UNIQUE,
      due_at timestamptz(3) NOT NULL
    )`,
    `CREATE INDEX second_factor_resets_due ON identity.second_factor_resets (due_at)`,
    `CREATE TABLE identity.account_events (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id text NOT NULL,
      user_id text NOT NULL,
      operation text NOT NULL,
      happened_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
    )`,
    `CREATE INDEX account_events_in_order ON identity.account_events (happened_at, id)`,
    `ALTER TABLE identity.mails DROP CONSTRAINT mails_kind_check,
       ADD CONSTRAINT mails_kind_check CHECK (kind IN ('password-reset', 'password-changed', 'factor-added',
         'app-replaced', 'recovery-codes-replaced', 'access-ended', 'factor-reset-requested', 'factor-reset-cancelled',
         'factors-removed', 'member-reset-requested'))`,
  ];
}
