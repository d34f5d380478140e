import { IdentityMigration } from './identity.migration';

/**
 * A secret can expire, and a replaced secret or key can work until the end of an overlap. All columns are nullable, so the
 * previous release works unchanged. It knows no end of a secret: the platform's guard refuses the tokens. Its rotations change
 * `rotated_at` alone: a previous secret or key counts only while `previous_of` is the same.
 */
export class OverlappingSecrets1764700000001 extends IdentityMigration {
  readonly name = 'OverlappingSecrets1764700000001';
  readonly formerName = '1764700000001-overlapping-secrets';
  readonly changes = [
    `ALTER TABLE identity.clients
      ADD COLUMN secret_expires_at timestamptz(3),
      ADD COLUMN previous_secret_mac bytea,
      ADD COLUMN previous_public_jwk jsonb,
      ADD COLUMN previous_expires_at timestamptz(3),
      ADD COLUMN previous_of timestamptz(3),
      ADD CHECK (previous_secret_mac IS NULL OR previous_public_jwk IS NULL)`,
  ];
}
