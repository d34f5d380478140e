import { createTestDatabase, given, runSql } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateIdentity } from './migrate-identity';

const page = readFileSync(join(__dirname, '../../../../docs/operations.md'), 'utf8');

/** Columns of bytes that hold hashes, or what is public. No keyring decrypts them. */
const others: readonly string[] = [
  'attempts.subject',
  'clients.previous_secret_mac',
  'clients.secret_mac',
  'device_polls.code_mac',
  'guesses.subject',
  'invitations.email_mac',
  'invitations.token_mac',
  'linked_identities.subject_mac',
  'passkey_challenges.challenge_mac',
  'passkeys.credential_id',
  'password_resets.token_mac',
  'payloads.grant_id',
  'payloads.id',
  'payloads.uid',
  'payloads.user_code',
  'recovery_codes.code_mac',
  'sign_ins.grant_mac',
  'users.email_mac',
];

const byteColumns = `
  SELECT table_name || '.' || column_name AS name
  FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema = 'identity' AND table_type = 'BASE TABLE' AND udt_name IN ('bytea', '_bytea')`;

/** The columns in the first cells of the table of docs/operations.md, "A lost keyring". */
function documented(): string[] {
  const [, section = ''] = page.split('### A lost keyring');
  const [, after = ''] = section.split('| Of the identity provider');
  const [table = ''] = after.split('\n\n');
  const cells = table.split('\n').map((line) => line.split('|')[1] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+\.\w+)`/g)].map(([, name = '']) => name));
}

describe('the encrypted columns of the identity provider', () => {
  const stored = given(() =>
    createTestDatabase({
      migrate: async (url) => {
        await migrateIdentity(url);
      },
    }),
  );
  afterAll(() => stored.drop());

  it('are in docs/operations.md, with what happens to each if the keyring is lost', async () => {
    const rows = await runSql(stored.url, byteColumns);
    expect(rows.map(({ name }) => String(name)).sort()).toEqual([...others, ...documented()].sort());
  });
});
