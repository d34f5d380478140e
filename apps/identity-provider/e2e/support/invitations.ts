import { randomBytes, randomUUID } from 'node:crypto';
import { type IdentityServer } from './identity-server';

export interface TestInvitation {
  readonly id: string;
  readonly token: string;
  readonly link: string;
  readonly email: string;
}

export interface NewInvitation {
  readonly orgId?: string;
  readonly email?: string;
  readonly role?: 'account-admin' | 'viewer';
  readonly connectionId?: string;
  readonly expiresAt?: string;
}

export async function invite(
  { manage }: Pick<IdentityServer, 'manage'>,
  { email = `${randomUUID()}@example.com`, orgId = 'org_acme', role = 'viewer', ...rest }: NewInvitation = {},
): Promise<TestInvitation> {
  const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')];
  const times = {
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  };
  const { status, text, body } = await manage('PUT', `/invitations/${id}`, {
    orgId,
    email,
    role,
    token,
    ...times,
    ...rest,
  });
  if (status !== 200) throw new Error(`not invited: ${status} ${text}`);
  return { id, token, link: String(body.link), email };
}
