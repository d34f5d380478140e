import { runSql, withSetting } from '@governance/testing';

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

/** Puts credentials of one organization into a database; answers their clients. */
export async function addCredentials(databaseUrl: string, count: number): Promise<readonly string[]> {
  // Row-level security holds for whoever inserts, too.
  const url = withSetting(databaseUrl, { name: 'governance.org_id', value: organization });
  const inserted = await runSql(url, insertCredentials, [organization, count]);
  await runSql(url, 'ANALYZE m2m_credentials');
  return inserted.map(({ client_id: clientId }) => String(clientId));
}
