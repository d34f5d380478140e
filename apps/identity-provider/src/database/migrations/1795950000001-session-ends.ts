import { IdentityMigration } from './identity.migration';

/**
 * Users whose sessions have ended by a new password or second factor, until the platform has ended their tokens and its own
 * sessions. The previous release adds none: its changes end tokens at their expiry, as before.
 */
export class SessionEnds1795950000001 extends IdentityMigration {
  readonly name = 'SessionEnds1795950000001';
  readonly formerName = '1795950000001-session-ends';
  readonly changes = [
    // expires_at: later than every token and session that it could end.
    `CREATE TABLE identity.session_ends (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id text NOT NULL,
      organization_ids text[] NOT NULL,
      ended_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      expires_at timestamptz(3) NOT NULL DEFAULT now() + interval '1 day'
    )`,
    `CREATE INDEX session_ends_in_order ON identity.session_ends (ended_at, id)`,
    `CREATE INDEX session_ends_expired ON identity.session_ends (expires_at)`,
  ];
}
