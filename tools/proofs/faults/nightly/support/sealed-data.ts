import { Keyring } from '@governance/keyring';
import { sealedColumns } from '@governance/persistence';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type ReplicatedProduct } from '../../src/system/replicated-product';

/** Every column that the surfaces seal, as `table.column`. */
export const everySealedColumn: readonly string[] = Object.entries(sealedColumns).flatMap(
  ([table, columns]) => columns.map((column) => `${table}.${column}`),
);

/** How a value begins that the first key of a keyring has sealed. */
const sealedByFirstKey = String.raw`'\x0100000001'`;

const byteColumns = (schema: string): string => `
  SELECT table_name AS "table", column_name AS "column"
  FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema = '${schema}' AND table_type = 'BASE TABLE' AND udt_name = 'bytea'
  ORDER BY table_name, column_name`;

/** The columns of a schema that hold a value encrypted by the first key, as `table.column`: of any table, listed or not. */
export async function columnsWithSealedValues(
  { database }: ReplicatedProduct,
  schema = 'public',
): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await database.sql(byteColumns(schema))) {
    const rows = await database.sql(
      `SELECT FROM ${schema}."${String(table)}" WHERE substring("${String(column)}" FROM 1 FOR 5) = ${sealedByFirstKey} LIMIT 1`,
    );
    if (rows.length > 0) found.push(`${String(table)}.${String(column)}`);
  }
  return found;
}

/** A token is deleted as its mail is prepared: this invitation is one whose mail was not. */
export async function addInvitationToken({ database }: ReplicatedProduct): Promise<void> {
  await database.sql(
    `SET governance.system_scope = 'operator'; UPDATE invitations SET token = email WHERE token IS NULL`,
  );
}

/** A session of the console with a kept form. Returns its cookie. */
export async function addConsoleSession({ database, setup, issuer }: ReplicatedProduct): Promise<string> {
  const keyring = Keyring.load(setup.keyringFile);
  const id = randomUUID();
  const secret = randomBytes(32).toString('base64url');
  const seal = (column: string, value: object): Buffer =>
    keyring.seal(JSON.stringify(value), { table: 'console_sessions', column, row: id });
  const tokens = { accessToken: 'access', expiresAt: Date.now() + 3_600_000 };
  await database.sql(
    `INSERT INTO console_sessions (id, secret_hash, issuer, subject, tokens, details, kept_form, site_person,
       site_secret_hash, created_at, last_used_at, ends_at, kept_form_ends_at)
     VALUES ($1, $2, $3, 'admin', $4, $5, $6, $7, $8, now(), now(), now() + interval '1 hour',
       now() + interval '1 hour')`,
    [
      id,
      createHash('sha256').update(secret).digest(),
      issuer,
      seal('tokens', tokens),
      seal('details', { name: 'Admin', email: 'admin@example.com', browser: 'Firefox on Linux' }),
      seal('kept_form', { path: '/console/credentials', fields: [], omitted: [] }),
      seal('site_person', { name: 'Admin', email: 'admin@example.com' }),
      randomBytes(32),
    ],
  );
  return `__Host-console-session=${secret}`;
}

/** A domain that the holder of a certified result has proven, and that is due for a check. */
export async function addProvenDomain(
  { database, setup }: ReplicatedProduct,
  resultId: string,
): Promise<void> {
  const place = { table: 'certificate_domains', column: 'request', row: resultId };
  const request = Keyring.load(setup.keyringFile).seal(
    JSON.stringify({ name: 'msp.example', challenge: randomBytes(32).toString('base64url') }),
    place,
  );
  await database.sql(
    `INSERT INTO certificate_domains (result_id, request, expires_at, check_due_at, name, proven_at, way, credential,
       credential_key_id, status_list, status_index)
     SELECT id, $2, now(), now() + interval '1 hour', 'msp.example', now(), 'dns', credential, credential_key_id, status_list,
       nextval('certificate_numbers')
     FROM survey_results WHERE id = $1`,
    [resultId, request],
  );
}

/** A draft of a campaign for the only client, with answers. Its sealed values are those of the client, which no program opens here. */
export async function addCampaignDraft({ database }: ReplicatedProduct): Promise<void> {
  await database.sql(`
    WITH campaign AS (
      INSERT INTO campaigns (org_id, id, name, mode, message, sender_name, domain, due_at, created_by, created_at)
      SELECT org_id, gen_random_uuid(), 'Spring', 'msp-self', '', 'MSP', 'msp.example', now(), 'ada', now() FROM org_clients
      RETURNING org_id, id)
    INSERT INTO campaign_drafts (
      id, org_id, campaign_id, client_id, capability_hash, shown, recipient, recipient_mac, mode, due_at, closes_at, answers)
    SELECT gen_random_uuid(), org_id, campaign.id, client.id, '\\x00', name, contact_email, contact_email_mac, 'msp-self', now(), now(),
      name
    FROM org_clients AS client JOIN campaign USING (org_id)`);
}
