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
