import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, type Request } from './credentials-app';

export const domainsPath = '/iam/domains';
export const domainName = 'acme.example';

type Asked = Pick<CredentialsApp, 'ask'>;

export function createDomain(app: Asked, members: object = {}, request: Request = {}): Promise<HttpAnswer> {
  return app.ask('POST', domainsPath, { body: { name: domainName, ...members }, ...request });
}

export function checkDomain(app: Asked, name: string, request: Request = {}): Promise<HttpAnswer> {
  return app.ask('POST', `${domainsPath}/${name}/check`, request);
}

export function removeDomain(app: Asked, name: string, request: Request = {}): Promise<HttpAnswer> {
  return app.ask('DELETE', `${domainsPath}/${name}`, request);
}

/** Adds a domain and returns its name. */
export async function addDomain(app: Asked, members: object = {}, request: Request = {}): Promise<string> {
  const { status, body } = await createDomain(app, members, request);
  expect([status, body.error_description]).toEqual([201, undefined]);
  return String(body.name);
}

/** The rows of the audit trail about domains after their creation, oldest first. */
export function auditOf(app: Pick<CredentialsApp, 'sql'>): Promise<Record<string, unknown>[]> {
  return app.sql(`SELECT operation, target, outcome, reason, actor_kind, org_id FROM audit_trail
    WHERE operation LIKE 'domains:%' AND NOT (operation = 'domains:create' AND outcome = 'done') ORDER BY id`);
}

/** Everything that a refused change could have changed. */
export function domainsState(app: CredentialsApp): unknown {
  return [...app.provider.domains.domains];
}
