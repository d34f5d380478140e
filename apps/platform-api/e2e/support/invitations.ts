import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, type Request } from './credentials-app';

export const invitationsPath = '/iam/org-invitations';
export const invitee = 'invitee@example.com';

/** `POST /iam/org-invitations` for a viewer; `members` override. */
export function invite(
  app: Pick<CredentialsApp, 'ask'>,
  members: object = {},
  request: Request = {},
): Promise<HttpAnswer> {
  const body = { email: invitee, role: 'viewer', ...members };
  return app.ask('POST', invitationsPath, { body, ...request });
}

/** Invites, and returns the id. */
export async function invitedId(
  app: Pick<CredentialsApp, 'ask'>,
  members: object = {},
  request: Request = {},
): Promise<string> {
  const { status, text, body } = await invite(app, members, request);
  expect([status, text]).toEqual([201, expect.any(String)]);
  return String(body.id);
}

/** `POST /iam/org-invitations/{invitationId}/resend` */
export function resend(
  app: Pick<CredentialsApp, 'ask'>,
  id: string,
  request: Request = {},
): Promise<HttpAnswer> {
  return app.ask('POST', `${invitationsPath}/${id}/resend`, request);
}

/** `DELETE /iam/org-invitations/{invitationId}` */
export function revoke(
  app: Pick<CredentialsApp, 'ask'>,
  id: string,
  request: Request = {},
): Promise<HttpAnswer> {
  return app.ask('DELETE', `${invitationsPath}/${id}`, request);
}

/** The ids of `GET /iam/org-invitations` with their statuses. */
export async function listed(
  app: Pick<CredentialsApp, 'ask'>,
  query = '',
  request: Request = {},
): Promise<[id: unknown, status: unknown][]> {
  const { status, text, body } = await app.ask('GET', invitationsPath + query, request);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return (body.invitations as Record<string, unknown>[]).map((entry) => [entry.id, entry.status]);
}

/** Makes an invitation expire now. */
export async function expire({ sql }: Pick<CredentialsApp, 'sql'>, id: string): Promise<void> {
  await sql('UPDATE invitations SET expires_at = now() WHERE id = $1', [id]);
}

/** Everything that a write of an invitation could change. */
export async function stateOf({ sql, provider }: Pick<CredentialsApp, 'sql' | 'provider'>): Promise<unknown> {
  return {
    invitations: await sql('SELECT id, is_replaced, expires_at FROM invitations ORDER BY id'),
    mail: await sql('SELECT id, state, failure FROM deliveries ORDER BY id'),
    done: await sql(`SELECT operation, target FROM audit_trail WHERE outcome = 'done' ORDER BY id`),
    offers: [...provider.gateway.offers.values()],
  };
}

/** The answer for every id that the organization does not have. */
export const unknownInvitation = {
  error: 'not_found',
  error_description: 'there is no invitation with this id',
};

/** Everything that an invitation stores, by kind. */
export async function kept({ sql }: Pick<CredentialsApp, 'sql'>): Promise<Record<string, number>> {
  const invitations = await sql(
    `SELECT id FROM deliveries WHERE kind = 'invitation' AND invitation_id IS NOT NULL`,
  );
  const rows = await sql(
    `SELECT id FROM audit_trail WHERE operation = 'org-invitations:create' AND outcome = 'done'`,
  );
  return { mails: invitations.length, rows: rows.length };
}

export const nothing = { mails: 0, rows: 0 };
