import { type CredentialsApp, type Request } from './credentials-app';

export const auditEventsPath = '/iam/audit-events';

/** An entry of the list. */
export interface ListedEvent {
  readonly id: string;
  readonly created_at: string;
  readonly actor: Readonly<Record<string, unknown>>;
  readonly operation: string;
  readonly target: string | null;
  readonly outcome: string;
  readonly reason: string | null;
  readonly request_id: string;
  readonly second_factor_age_seconds: number | null;
}

/** The path of the list, or of the export below it, with conditions. */
export function auditPath(query: Readonly<Record<string, string>> = {}, below = ''): string {
  const parameters = new URLSearchParams(query).toString();
  return auditEventsPath + below + (parameters === '' ? '' : `?${parameters}`);
}

/** The first page of the list. */
export async function listEvents(
  app: CredentialsApp,
  query: Readonly<Record<string, string>> = {},
  request: Request = {},
): Promise<readonly ListedEvent[]> {
  const { status, body, text } = await app.ask('GET', auditPath(query), request);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return body.audit_events as readonly ListedEvent[];
}

/** Events of an organization, a minute apart, the newest of which is a minute old. */
export async function insertEvents(app: CredentialsApp, count: number, orgId = app.orgId): Promise<void> {
  await app.sql(
    `INSERT INTO audit_trail (
       at, org_id, actor_kind, actor_issuer, actor_subject, operation, target, request_id, outcome)
     SELECT now() - n * interval '1 minute', $1, 'person', 'https://identity.example.org', 'person-' || n % 7,
       'm2m-credentials:rename', gen_random_uuid()::text, 'request-' || n, 'done'
     FROM generate_series(1, $2) AS n`,
    [orgId, count],
  );
}
