import { multiplyResult, organization } from '../processes/databases';
import { type GrowingTable } from './growing-table';

/** One in a hundred has a certificate, an address and notes: of the size of a row these are the most, and few ask for one. */
export const results: GrowingTable = {
  name: 'public.survey_results',
  insert: multiplyResult,
  values: [100],
};

/** Organizations have a thousand each, which is the default quota. */
export const credentials = (issuer: string): GrowingTable => ({
  name: 'public.m2m_credentials',
  insert: `
    WITH identities AS (
      INSERT INTO service_identities (id, org_id, name, permissions, is_ready, created_at)
      SELECT md5('org_' || number)::uuid, 'org_' || number, 'Nightly export', '{m2m:credentials:read}', true, now()
      FROM generate_series(($1::integer - 1) / 1000, ($2::integer - 1) / 1000) AS number
      ON CONFLICT DO NOTHING)
    INSERT INTO m2m_credentials (
      id, org_id, name, type, state, client_id, service_identity_id, created_at, last_rotated_at, last_used_at, issuer)
    SELECT gen_random_uuid(), org_id, 'Nightly export ' || n, 'client_secret', 'active', gen_random_uuid()::text,
      md5(org_id)::uuid, at, at, now(), $3
    FROM (
      SELECT n, 'org_' || (n - 1) / 1000 AS org_id, now() - n * interval '1 minute' AS at
      FROM generate_series($1::integer, $2::integer) AS n) AS numbers`,
  values: [issuer],
});

export const clients: GrowingTable = {
  name: 'identity.clients',
  insert: `
    INSERT INTO identity.clients (
      id, tag, revision, organization_id, name, permissions, scope, secret_mac)
    SELECT gen_random_uuid(), gen_random_uuid()::text, gen_random_uuid()::text, '${organization}', 'Nightly export ' || n,
      '{m2m:credentials:read}', '{}', decode(md5(n::text) || md5((-n)::text), 'hex')
    FROM generate_series($1::integer, $2::integer) AS n`,
};

/** A year of events. Since triggers do not run, they are in no tree yet, and in no queue for one. */
export const events: GrowingTable = {
  name: 'public.audit_trail',
  insert: `
    INSERT INTO audit_trail (at, org_id, actor_kind, actor_issuer, actor_subject, operation, target, request_id, outcome)
    SELECT now() - n * interval '3 seconds', '${organization}', 'person', 'https://identity.example.org',
      'user-' || n % 100, (ARRAY['m2m-credentials:create', 'members:update', 'org-invitations:create'])[1 + n % 3],
      gen_random_uuid()::text, 'request-' || n, CASE WHEN n % 20 = 0 THEN 'refused' ELSE 'done' END
    FROM generate_series($1::integer, $2::integer) AS n`,
};
