import { type ManagementClient } from '@governance/testing';
import { password, TestAdmin } from './test-admin';

type OrganizationAdmin = Pick<TestAdmin, 'userId' | 'orgId' | 'connectionId'>;

/** The management API of the embedded identity provider. */
export class Management {
  constructor(private readonly client: ManagementClient) {}

  /** An account admin of a new organization, in which people sign in with a password and without a second factor. */
  async addAdmin(address?: string): Promise<TestAdmin> {
    const admin = new TestAdmin(address);
    const { userId, email } = admin;
    await this.client.put(`/users/${userId}`, { email, emailVerified: true, name: 'Ada' });
    await this.client.put(`/users/${userId}/password`, { password });
    await this.addOrganization(admin);
    return admin;
  }

  /** A new organization with the ids of `admin`, an existing user, who becomes its account admin. */
  async addOrganization({ userId, orgId, connectionId }: OrganizationAdmin): Promise<void> {
    await this.client.put(`/organizations/${orgId}`, { name: 'Acme MSP', mfaMaxAge: 0 });
    await this.client.put(`/organizations/${orgId}/connections/${connectionId}`, {
      name: 'Password',
      type: 'database',
    });
    await this.client.put(`/organizations/${orgId}/memberships/${userId}`, { role: 'account-admin' });
  }

  /** From the next token on, the organization requires a second factor that is at most this old; the admin has one. */
  async requireSecondFactor(
    { userId, orgId, secret }: Pick<TestAdmin, 'userId' | 'orgId' | 'secret'>,
    maxAgeSeconds: number,
  ): Promise<void> {
    await this.client.put(`/users/${userId}/totp`, { secret: base32(secret) });
    await this.client.put(`/organizations/${orgId}`, { name: 'Acme MSP', mfaMaxAge: maxAgeSeconds });
  }
}

function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group, 2)]).join('');
}
