import { type Database } from '@governance/postgres';

export interface Organization {
  readonly id: string;
  readonly name: string;
  /** Seconds for which a second factor stays fresh; 0: it need not be recent. */
  readonly mfaMaxAge: number;
  readonly createdAt: Date;
}

export interface OrganizationChange {
  readonly name?: string | undefined;
  readonly mfaMaxAge?: number | undefined;
}

const columns = 'id, name, mfa_max_age AS "mfaMaxAge", created_at AS "createdAt"';

export class OrganizationsStore {
  constructor(private readonly database: Database) {}

  async list(): Promise<Organization[]> {
    return (
      await this.database.query<Organization>(`SELECT ${columns} FROM identity.organizations ORDER BY id`)
    ).rows;
  }

  async find(id: string): Promise<Organization | undefined> {
    const {
      rows: [found],
    } = await this.database.query<Organization>(
      `SELECT ${columns} FROM identity.organizations WHERE id = $1`,
      [id],
    );
    return found;
  }

  /** Creates or replaces the organization. */
  async put(id: string, { name, mfaMaxAge }: Required<OrganizationChange>): Promise<Organization> {
    const {
      rows: [stored],
    } = await this.database.query<Organization>(
      `INSERT INTO identity.organizations (id, name, mfa_max_age) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, mfa_max_age = excluded.mfa_max_age
       RETURNING ${columns}`,
      [id, name, mfaMaxAge],
    );
    if (!stored) throw new Error('the upsert returned no row');
    return stored;
  }

  /** Undefined when the organization does not exist. */
  async change(id: string, { name, mfaMaxAge }: OrganizationChange): Promise<Organization | undefined> {
    const {
      rows: [changed],
    } = await this.database.query<Organization>(
      `UPDATE identity.organizations SET name = coalesce($2, name), mfa_max_age = coalesce($3, mfa_max_age)
       WHERE id = $1 RETURNING ${columns}`,
      [id, name, mfaMaxAge],
    );
    return changed;
  }
}
