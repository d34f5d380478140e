import { opened } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestStores } from '../spec/fixtures';
import { sealedColumns } from './sealed-columns';

const page = readFileSync(join(__dirname, '../../../docs/operations.md'), 'utf8');

/** Columns of bytes that hold hashes. No keyring decrypts them. */
const hashes = [
  'audit_leaves.hash',
  'audit_trail.salt',
  'audit_tree_heads.root',
  'audit_tree_tiles.hashes',
  'blocked_addresses.address_mac',
  'campaign_drafts.capability_hash',
  'campaign_drafts.code_mac',
  'campaign_drafts.recipient_mac',
  'campaign_opt_outs.recipient_mac',
  'certificate_log_entries.content',
  'certificate_log_records.credential_sha256',
  'certificate_log_records.salt',
  'certificate_log_tiles.hashes',
  'console_sessions.secret_hash',
  'console_sessions.site_secret_hash',
  'credential_creation_keys.body_mac',
  'credential_creation_keys.key_mac',
  'deliveries.client_mac',
  'deliveries.domain_mac',
  'deliveries.organization_mac',
  'deliveries.recipient_mac',
  'deliveries.waiting_for',
  'idempotency_keys.body_mac',
  'idempotency_keys.key_mac',
  'invitations.email_mac',
  'org_client_words.word',
  'org_clients.contact_email_mac',
  'rate_limits.key',
  'survey_results.submission_mac',
  'survey_results.submitter_email_mac',
];

const named = Object.entries(sealedColumns).flatMap(([table, columns]) =>
  columns.map((column) => ({ table, column })),
);

/** The statements of "A lost keyring", without line breaks. */
function statements(): string[] {
  const [, section = ''] = page.split('### A lost keyring');
  const [, sql = ''] = /^```sql\n(.*?)^```$/ms.exec(section) ?? [];
  return sql.replaceAll(/\s+/g, ' ').split(';');
}

describe('the sealed columns', () => {
  const stores = opened(openTestStores);

  it('are all columns of bytes but those of hashes, so that a new one is put into one of the two lists', async () => {
    const rows = await stores.sql(`
      SELECT table_name || '.' || column_name AS name
      FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND udt_name IN ('bytea', '_bytea')
        AND NOT (SELECT relispartition FROM pg_class WHERE oid = table_name::regclass)`);
    const listed = [...hashes, ...named.map(({ table, column }) => `${table}.${column}`)];
    expect(rows.map(({ name }) => String(name)).sort()).toEqual(listed.sort());
  });

  it.each(named)(
    'are deleted as docs/operations.md has it, if the keyring is lost: $table, $column',
    (place) => {
      const { table, column } = place;
      const deletion = new RegExp(
        String.raw`^ ?(?:DELETE FROM ${table}|UPDATE ${table} SET .*\b${column} = NULL\b.*)$`,
      );
      expect(statements().filter((statement) => deletion.test(statement))).toHaveLength(1);
    },
  );
});
