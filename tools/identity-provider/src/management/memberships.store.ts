import { type Role } from '@governance/iam';
import { type IdentityDatabase } from '../database/identity-database';

/** Who belongs to an organization, and as what. */
export interface Membership {
  readonly userId: string;
  readonly role: Role;
  readonly createdAt: Date;
}

const columns = 'user_id AS "userId", role, created_at AS "createdAt"';

export class MembershipsStore {
  constructor(private readonly database: IdentityDatabase) {}

  async list(orgId: string): Promise<Membership[]> {
    return this.database.query<Membership>(
      `SELECT ${columns} FROM identity.memberships WHERE organization_id = $1 ORDER BY user_id`,
      [orgId],
    );
  }

  async find(orgId: string, userId: string): Promise<Membership | undefined> {
    const [found] = await this.database.query<Membership>(
      `SELECT ${columns} FROM identity.memberships WHERE organization_id = $1 AND user_id = $2`,
      [orgId, userId],
    );
    return found;
  }

  /** Undefined when there is no such organization, or no such person. */
  async put(orgId: string, userId: string, role: Role): Promise<Membership | undefined> {
    const [stored] = await this.database.query<Membership>(
      `INSERT INTO identity.memberships (organization_id, user_id, role)
       SELECT organizations.id, users.id, $3
       FROM identity.organizations CROSS JOIN identity.users
       WHERE organizations.id = $1 AND users.id = $2
       ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role
       RETURNING ${columns}`,
      [orgId, userId, role],
    );
    return stored;
  }

  /** Nothing happens when there is no such membership. */
  async remove(orgId: string, userId: string): Promise<void> {
    await this.database.query(
      'DELETE FROM identity.memberships WHERE organization_id = $1 AND user_id = $2',
      [orgId, userId],
    );
  }
}
