import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, newOrganization, type Request } from './credentials-app';

export const membersPath = '/iam/members';

/** The caller of `personToken`. */
export const admin = 'person-1';
export const otherAdmin = 'user_0b6e4d1a-5c83-4f7e-9a12-3d8c6b0f2e47';
export const viewer = 'user_9c2f7a58-1e64-4b0d-8f3a-6d5e1c9b7a02';

/** An organization with two account-admins and a viewer, whose ids no other organization has. */
export async function newMembersOrganization(): Promise<CredentialsApp> {
  const app = await newOrganization();
  const { members } = app.provider;
  const person = { email: 'admin@acme.example', name: 'Admin', hasSecondFactor: true };
  const failedSignIns = { count: 3, lastAt: new Date('2026-11-24T08:31:00.000Z'), isPaused: false };
  const known = { lastSignInAt: new Date('2026-11-24T08:30:00.000Z'), failedSignIns };
  members.put(app.orgId, { id: admin, role: 'account-admin', secondFactors: ['app'], ...person, ...known });
  members.put(app.orgId, { id: otherAdmin, role: 'account-admin', connectionId: 'con_acme_sso' });
  const other = { email: 'viewer@acme.example', name: 'Viewer', hasSecondFactor: false };
  members.put(app.orgId, { id: viewer, role: 'viewer', ...other });
  return app;
}

type Asked = Pick<CredentialsApp, 'ask'>;

export function listMembers(app: Asked, query = '', request: Request = {}): Promise<HttpAnswer> {
  return app.ask('GET', membersPath + query, request);
}

export function setRole(
  app: Asked,
  { id, role }: { readonly id: string; readonly role: unknown },
  request: Request = {},
): Promise<HttpAnswer> {
  return app.ask('PATCH', `${membersPath}/${id}`, { body: { role }, ...request });
}

export function removeMember(app: Asked, id: string, request: Request = {}): Promise<HttpAnswer> {
  return app.ask('DELETE', `${membersPath}/${id}`, request);
}

/** A token as issued in a second, when every cut-off until now is in the past. */
export function laterToken(app: CredentialsApp, claims: Record<string, unknown>): string {
  return app.personToken({ ...claims, iat: Math.floor(Date.now() / 1_000) + 2 });
}

/** The rows of the audit trail about members, oldest first. */
export function auditOf(app: Pick<CredentialsApp, 'sql'>): Promise<Record<string, unknown>[]> {
  return app.sql(`SELECT operation, target, outcome, reason, actor_kind, actor_subject, org_id FROM audit_trail
    WHERE operation LIKE 'members:%' ORDER BY id`);
}

/** Everything that a refused change could have changed. */
export async function membersState(app: CredentialsApp): Promise<unknown> {
  return [app.provider.members.all(app.orgId), await app.sql('SELECT * FROM token_cut_offs')];
}
