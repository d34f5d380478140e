import { runSql, until, withSetting } from '@governance/testing';
import { type Bench, templateDatabase } from '../bench';
import { submit } from '../load/requests';
import { startProduct } from './product';

let made = 0;

/** PostgreSQL's own template, without tables. */
export const emptyDatabase = 'template1';

/** The URL of a new database, by default with the schema of the product and no rows; dropped at the end of the scope. */
export async function freshDatabase(bench: Bench, template = templateDatabase): Promise<string> {
  const { postgresUrl } = bench.setup;
  const name = `bench_${++made}`;
  await runSql(postgresUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  // Without FORCE: its programs have ended, and the owner may not terminate PostgreSQL's autovacuum.
  bench.defer(async () => {
    await runSql(postgresUrl, `DROP DATABASE ${name}`);
  });
  return bench.databaseUrl(name);
}

/**
 * Copies of a certified result, numbered from $1 to $2, that differ in indexed columns: ids, times, hashes, encrypted values. Every
 * $3rd has the address, the notes and the credential, which is the same in all; that does not make reads cheaper.
 */
export const multiplyResult = `
  INSERT INTO survey_results (
    id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier, launch_allowed,
    launch_reason, domain_scores, submitter_email, notes, submitter_email_mac, credential, credential_key_id,
    status_list, status_index, holder_proof)
  SELECT
    gen_random_uuid(), created_at - n * interval '30 seconds', mode, rubric_id, rubric_version, rubric_sha256, answers,
    n % 101, tier, launch_allowed, launch_reason, domain_scores,
    CASE WHEN certified THEN overlay(submitter_email PLACING decode(md5(n::text), 'hex') FROM 12) END,
    CASE WHEN certified THEN overlay(notes PLACING decode(md5(n::text), 'hex') FROM 12) END,
    CASE WHEN certified THEN decode(md5(n::text) || md5(n::text), 'hex') END,
    CASE WHEN certified THEN credential END,
    CASE WHEN certified THEN credential_key_id END,
    CASE WHEN certified THEN 1 + n / 131072 END,
    CASE WHEN certified THEN n % 131072 END,
    CASE WHEN certified THEN holder_proof END
  FROM (SELECT * FROM survey_results WHERE credential IS NOT NULL ORDER BY created_at DESC LIMIT 1) AS one,
    (SELECT n, n % $3::integer = 0 AS certified FROM generate_series($1::integer, $2::integer) AS n) AS numbers`;

/** Stores one result that the product has scored, encrypted and certified. */
export async function addCertifiedResult(bench: Bench, databaseUrl: string): Promise<void> {
  await using scope = bench.within();
  const program = await startProduct(scope, 'public-api/main', { databaseUrl, cores: '0,1' });
  await startProduct(scope, 'public-api/worker', { databaseUrl, cores: '0,1' });
  await submit(program, { submitterEmail: 'assessor@example.com', notes: 'Second assessment.' });
  await until(async () => {
    const rows = await runSql(databaseUrl, 'SELECT FROM survey_results WHERE credential IS NOT NULL');
    return rows.length === 1;
  });
}

/** Fills a database with copies of a certified result; returns a sample of their ids. */
export async function addCertifiedResults(bench: Bench, databaseUrl: string): Promise<readonly string[]> {
  await addCertifiedResult(bench, databaseUrl);
  await runSql(databaseUrl, multiplyResult, [1, bench.setup.form.results - 1, 1]);
  await runSql(databaseUrl, 'VACUUM ANALYZE survey_results');
  return certifiedIds(databaseUrl);
}

/** A sample of the results with a certificate, which an index has by their place in a status list. */
export async function certifiedIds(databaseUrl: string): Promise<readonly string[]> {
  const text = `
    SELECT id::text AS id FROM survey_results WHERE status_list IS NOT NULL ORDER BY md5(id::text) LIMIT 20000`;
  return (await runSql(databaseUrl, text)).map(({ id }) => String(id));
}

export const organization = 'org_bench';

const insertCredentials = `
  WITH service_identity AS (
    INSERT INTO service_identities (id, org_id, name, permissions, is_ready, created_at)
    VALUES (gen_random_uuid(), $1, 'Nightly export', '{m2m:credentials:read}', true, now()) RETURNING id)
  INSERT INTO m2m_credentials (
    id, org_id, name, type, state, client_id, service_identity_id, created_at, last_rotated_at, last_used_at)
  SELECT gen_random_uuid(), $1, 'Nightly export ' || n, 'client_secret', 'active', gen_random_uuid()::text,
    service_identity.id, now() - n * interval '1 minute', now() - n * interval '1 minute', now()
  FROM service_identity, generate_series(1, $2::integer) AS n
  RETURNING client_id`;

/** Credentials of the organization, inserted into a database; resolves to their client ids. */
export async function addCredentials(databaseUrl: string, count: number): Promise<readonly string[]> {
  // Row-level security applies to the owner too.
  const url = withSetting(databaseUrl, { name: 'governance.org_id', value: organization });
  const inserted = await runSql(url, insertCredentials, [organization, count]);
  await runSql(url, 'ANALYZE m2m_credentials');
  return inserted.map(({ client_id: clientId }) => String(clientId));
}
