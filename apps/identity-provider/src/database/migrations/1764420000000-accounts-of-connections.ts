import { IdentityMigration } from './identity.migration';

/**
 * An account of one connection for each subject that it asserts, apart from the account with a password of the same address.
 * Links that led into one account become accounts of their own: a new id, the same role, nothing else taken over, because
 * names and addresses are sealed to their row. They come with the next sign-in; only the hash of the address is copied.
 */
export class AccountsOfConnections1764420000000 extends IdentityMigration {
  readonly name = 'AccountsOfConnections1764420000000';
  readonly formerName = '1764420000000-accounts-of-connections';
  override readonly report = `SELECT from_account_id, account_id, connection_id, organization_id, role, factor_removed, from_account_removed
    FROM identity.account_splits ORDER BY from_account_id, account_id`;
  readonly changes = [
    // Empty of an account with a password; else the only way in which the account is entered.
    `ALTER TABLE identity.users
      ADD COLUMN connection_id text REFERENCES identity.connections (id),
      ALTER COLUMN email DROP NOT NULL,
      ALTER COLUMN name DROP NOT NULL,
      ADD CHECK (connection_id IS NOT NULL OR num_nulls(email, name) = 0),
      ADD UNIQUE (id, connection_id),
      DROP CONSTRAINT users_email_mac_key`,
    `CREATE UNIQUE INDEX users_with_password ON identity.users (email_mac) WHERE connection_id IS NULL`,
    `CREATE INDEX users_of_connection ON identity.users (connection_id, email_mac) WHERE connection_id IS NOT NULL`,
    // What was split, for the operator. Ids only.
    `CREATE TABLE identity.account_splits (
      account_id text PRIMARY KEY,
      from_account_id text NOT NULL,
      connection_id text NOT NULL,
      organization_id text NOT NULL,
      role text,
      factor_removed boolean NOT NULL DEFAULT false,
      from_account_removed boolean NOT NULL DEFAULT false,
      split_at timestamptz(3) NOT NULL DEFAULT now()
    )`,
    `INSERT INTO identity.account_splits (account_id, from_account_id, connection_id, organization_id, role)
     SELECT 'user_' || gen_random_uuid(), linked.user_id, connections.id, connections.organization_id, memberships.role
     FROM identity.linked_identities AS linked
     JOIN identity.connections ON connections.id = linked.connection_id
     LEFT JOIN identity.memberships
       ON memberships.organization_id = connections.organization_id AND memberships.user_id = linked.user_id`,
    `INSERT INTO identity.users (id, connection_id, email_mac, email_verified)
     SELECT account_id, splits.connection_id, users.email_mac, true
     FROM identity.account_splits AS splits JOIN identity.users ON users.id = from_account_id`,
    `INSERT INTO identity.memberships (organization_id, user_id, role)
     SELECT organization_id, account_id, role FROM identity.account_splits WHERE role IS NOT NULL`,
    `UPDATE identity.linked_identities AS linked SET user_id = account_id FROM identity.account_splits AS splits
     WHERE linked.connection_id = splits.connection_id AND linked.user_id = from_account_id`,
    `DROP INDEX identity.linked_identities_of`,
    `ALTER TABLE identity.linked_identities
      DROP CONSTRAINT linked_identities_user_id_fkey,
      ADD UNIQUE (user_id),
      ADD FOREIGN KEY (user_id, connection_id) REFERENCES identity.users (id, connection_id) ON DELETE CASCADE`,
    // Sessions, grants and sign-ins under way may be those of either way.
    `DELETE FROM identity.payloads WHERE account_id IN (SELECT from_account_id FROM identity.account_splits)
       OR (kind = 'Interaction' AND EXISTS (SELECT FROM identity.account_splits))`,
    `DELETE FROM identity.sign_ins WHERE user_id IN (SELECT from_account_id FROM identity.account_splits)`,
    // A second factor from before the first password can only have been set up through a connection.
    `UPDATE identity.account_splits SET factor_removed = true
     FROM identity.authenticators LEFT JOIN identity.passwords USING (user_id)
     WHERE user_id = from_account_id AND (set_at IS NULL OR enrolled_at < set_at)`,
    ...['authenticators', 'recovery_codes'].map(
      (table) => `DELETE FROM identity.${table}
        WHERE user_id IN (SELECT from_account_id FROM identity.account_splits WHERE factor_removed)`,
    ),
    // Where there is no password, the role has moved to the new account, and without any role left there is no account.
    `DELETE FROM identity.memberships USING identity.account_splits AS splits
     WHERE user_id = from_account_id AND memberships.organization_id = splits.organization_id
       AND NOT EXISTS (SELECT FROM identity.passwords WHERE passwords.user_id = from_account_id)`,
    `UPDATE identity.account_splits SET from_account_removed = true
     WHERE NOT EXISTS (SELECT FROM identity.passwords WHERE user_id = from_account_id)
       AND NOT EXISTS (SELECT FROM identity.memberships WHERE user_id = from_account_id)`,
    `DELETE FROM identity.users
     WHERE id IN (SELECT from_account_id FROM identity.account_splits WHERE from_account_removed)`,
  ];
}
