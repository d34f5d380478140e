import { type ClientWrite, type OrgClient } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type RunStatement } from '@governance/postgres';
import { auditJson, insertAuditRow } from '../audit/audit-rows';
import { clientValues, writtenColumns } from './client-row';
import { SearchWords } from './search-words';

const insertClient = {
  name: 'insert-client',
  text: `
    INSERT INTO org_clients (org_id, id, ${writtenColumns}, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
};

const updateClient = {
  name: 'update-client',
  text: `
    UPDATE org_clients SET (${writtenColumns}) = ROW ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13),
      name_result_id = CASE WHEN $3::bytea IS NULL THEN name_result_id END
    WHERE org_id = $1 AND id = $2`,
};

const deleteWords = {
  name: 'delete-client-words',
  text: 'DELETE FROM org_client_words WHERE org_id = $1 AND client_id = $2',
};

const insertWords = {
  name: 'insert-client-words',
  text: `
    INSERT INTO org_client_words (org_id, client_id, word, of_contact, of_result)
    SELECT $1, $2, * FROM unnest($3::bytea[], $4::boolean[], $5::boolean[])`,
};

const setIndexed = {
  name: 'set-client-indexed',
  text: 'UPDATE org_clients SET is_indexed = true WHERE org_id = $1 AND id = $2 AND NOT is_indexed',
};

/** A row for each client. */
const appendWrites = {
  name: 'append-client-writes',
  text: insertAuditRow({
    context: '$1::jsonb',
    at: '$2::timestamptz',
    orgId: '$3::text',
    target: 'changed.id',
    outcome: 'done',
    from: 'unnest($4::text[]) AS changed (id)',
  }),
};

/** The rows of an organization's clients, with the words that find them. The caller runs a transaction that sets the organization. */
export class ClientRows {
  private readonly search: SearchWords;

  constructor(
    private readonly keyring: Keyring,
    private readonly orgId: string,
  ) {
    this.search = new SearchWords(keyring, orgId);
  }

  async insert(query: RunStatement, client: OrgClient): Promise<void> {
    await query(insertClient, [...this.valuesOf(client), client.createdAt]);
    await query(insertWords, this.wordsOf(client));
  }

  async update(query: RunStatement, client: OrgClient): Promise<void> {
    await query(updateClient, this.valuesOf(client));
    await this.index(query, client);
  }

  /** Stores the words of a client anew. The caller has locked it. */
  async index(query: RunStatement, client: OrgClient): Promise<void> {
    await query(deleteWords, [this.orgId, client.id]);
    await query(insertWords, this.wordsOf(client));
    await query(setIndexed, [this.orgId, client.id]);
  }

  async record(query: RunStatement, ids: readonly string[], { now, audit }: ClientWrite): Promise<void> {
    await query(appendWrites, [auditJson(audit), now, this.orgId, ids]);
  }

  /** The hashes of words, by every key. */
  hashesOf(words: ReadonlySet<string>): readonly Buffer[] {
    return [...words].flatMap((word) => this.search.hashesOf(word));
  }

  private wordsOf(client: OrgClient): unknown[] {
    return [this.orgId, client.id, ...this.search.rowsOf(client)];
  }

  private valuesOf(client: OrgClient): unknown[] {
    return [this.orgId, client.id, ...clientValues(this.keyring, client)];
  }
}
