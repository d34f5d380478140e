import { IdentityMigration } from './identity.migration';

/**
 * Budgets for guesses, which refill with time, in place of delays that grow. `identity.attempts` is no longer used; a later
 * release drops it. Subjects are hashes that need the keyring.
 */
export class SignInBudgets1764430000000 extends IdentityMigration {
  readonly name = 'SignInBudgets1764430000000';
  readonly formerName = '1764430000000-sign-in-budgets';
  readonly changes = [
    // spent: how much of the budget was used up at counted_at; it falls by one every few seconds, by the kind of guess.
    `CREATE TABLE identity.guesses (
      subject bytea PRIMARY KEY,
      spent double precision NOT NULL,
      counted_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL
    )`,
    `CREATE INDEX guesses_expired ON identity.guesses (expires_at)`,
    // RFC 8628, 3.5: how often a device may ask, which grows each time it asks too soon.
    `CREATE TABLE identity.device_polls (
      code_mac bytea PRIMARY KEY,
      interval_seconds integer NOT NULL,
      polled_at timestamptz(3) NOT NULL,
      too_soon boolean NOT NULL,
      expires_at timestamptz(3) NOT NULL
    )`,
    `CREATE INDEX device_polls_expired ON identity.device_polls (expires_at)`,
  ];
}
