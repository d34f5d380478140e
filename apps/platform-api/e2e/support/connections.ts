import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, newOrganization, type Request } from './credentials-app';

export const connectionsPath = '/iam/connections';

export const password = { id: 'con_password', name: 'Password', type: 'database', enabled: true };

/** A body that adds a connection. */
export const newConnection = {
  name: 'Acme single sign-on',
  issuer: 'https://login.acme.example',
  client_id: 'governance',
  client_secret: 'canary-secret-at-the-provider',
};

/** An id in the form of ours, that no connection has. */
export const unknownConnection = 'con_00000000-0000-4000-8000-000000000000';

/** An organization with a password connection. */
export async function newConnectionsOrganization(): Promise<CredentialsApp> {
  const app = await newOrganization();
  app.provider.directory.connections.set(app.orgId, [password]);
  return app;
}

type Asked = Pick<CredentialsApp, 'ask'>;

export function createConnection(
  app: Asked,
  changes: object = {},
  request: Request = {},
): Promise<HttpAnswer> {
  return app.ask('POST', connectionsPath, { body: { ...newConnection, ...changes }, ...request });
}

export function updateConnection(app: Asked, id: string, request: Request): Promise<HttpAnswer> {
  return app.ask('PATCH', `${connectionsPath}/${id}`, request);
}

export function removeConnection(app: Asked, id: string, request: Request = {}): Promise<HttpAnswer> {
  return app.ask('DELETE', `${connectionsPath}/${id}`, request);
}

export function testConnection(app: Asked, id: string, request: Request = {}): Promise<HttpAnswer> {
  return app.ask('POST', `${connectionsPath}/${id}/test`, request);
}

/** Adds a connection and returns its id. */
export async function connectionId(app: Asked, changes: object = {}, request: Request = {}): Promise<string> {
  const { status, body } = await createConnection(app, changes, request);
  expect([status, body.error_description]).toEqual([201, undefined]);
  return String(body.id);
}

/** The rows of the audit trail about connections after their creation, oldest first. */
export function auditOf(app: Pick<CredentialsApp, 'sql'>): Promise<Record<string, unknown>[]> {
  return app.sql(`SELECT operation, target, outcome, reason, actor_kind, actor_subject, org_id FROM audit_trail
    WHERE operation LIKE 'connections:%' AND NOT (operation = 'connections:create' AND outcome = 'done') ORDER BY id`);
}

/** Everything that a refused change could have changed. */
export async function connectionsState(app: CredentialsApp): Promise<unknown> {
  const { connections, upstreams } = app.provider.directory;
  return [[...connections], [...upstreams], await app.sql('SELECT * FROM token_cut_offs')];
}

/** Requires a recent second factor for the operation. */
export async function gate(app: Pick<CredentialsApp, 'sql' | 'orgId'>, operation: string): Promise<void> {
  await app.sql('INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)', [
    app.orgId,
    [operation],
  ]);
}

const bounds = 'must have at most 10 values, each of 1 to 200 printable ASCII characters, and no spaces';

/** Second factors that a request cannot have, and why. */
export const refusedFactors: [object, string][] = [
  [{ second_factor: 'canary' }, 'second_factor must be an object'],
  [{ second_factor: [] }, 'second_factor must be an object'],
  [{ second_factor: {} }, 'second_factor must have at least one value in acr_values or amr_values'],
  [
    { second_factor: { acr_values: [], amr_values: '' } },
    'second_factor must have at least one value in acr_values or amr_values',
  ],
  [
    { second_factor: { acr_values: ['2'], canary: 1 } },
    'second_factor must have no members but acr_values and amr_values',
  ],
  [{ second_factor: { acr_values: 'canary' } }, 'second_factor.acr_values must be an array of strings'],
  [{ second_factor: { amr_values: [7] } }, 'second_factor.amr_values must be an array of strings'],
  [{ second_factor: { acr_values: ['canary 2'] } }, `second_factor.acr_values ${bounds}`],
  [
    { second_factor: { amr_values: Array.from({ length: 11 }, String) } },
    `second_factor.amr_values ${bounds}`,
  ],
];
