import { Problem } from '@governance/http';
import { type IdentityDatabase } from '../database/identity-database';

export const connectionTypes = ['database', 'enterprise'] as const;

export interface NewConnection {
  readonly name: string;
  readonly type: (typeof connectionTypes)[number];
  readonly enabled: boolean;
}

/** A way into one organization (spec 2.11). */
export interface Connection extends NewConnection {
  readonly id: string;
  readonly createdAt: Date;
}

const columns = 'id, name, type, enabled, created_at AS "createdAt"';

export class ConnectionsStore {
  constructor(private readonly database: IdentityDatabase) {}

  async list(orgId: string): Promise<Connection[]> {
    return this.database.query<Connection>(
      `SELECT ${columns} FROM identity.connections WHERE organization_id = $1 ORDER BY id`,
      [orgId],
    );
  }

  /** Undefined when there is no such organization. @throws a 409 when the connection is another organization's. */
  async put(orgId: string, id: string, connection: NewConnection): Promise<Connection | undefined> {
    const { name, type, enabled } = connection;
    const [stored] = await this.database.query<Connection>(
      `INSERT INTO identity.connections AS known (id, organization_id, name, type, enabled)
       SELECT $2, organizations.id, $3, $4, $5 FROM identity.organizations WHERE organizations.id = $1
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, type = excluded.type, enabled = excluded.enabled
       WHERE known.organization_id = excluded.organization_id
       RETURNING ${columns}`,
      [orgId, id, name, type, enabled],
    );
    if (stored === undefined && (await this.exists(id))) {
      throw new Problem('conflict', 'the connection belongs to another organization');
    }
    return stored;
  }

  /** Nothing happens when the organization has no such connection. */
  async remove(orgId: string, id: string): Promise<void> {
    await this.database.query('DELETE FROM identity.connections WHERE organization_id = $1 AND id = $2', [
      orgId,
      id,
    ]);
  }

  private async exists(id: string): Promise<boolean> {
    return (await this.database.query('SELECT FROM identity.connections WHERE id = $1', [id])).length > 0;
  }
}
