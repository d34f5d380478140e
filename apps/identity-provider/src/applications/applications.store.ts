import { type Database } from '@governance/postgres';

/** A third-party application that users sign in to. */
export interface ThirdPartyApplication {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scope: readonly string[];
}

export interface Application extends ThirdPartyApplication {
  readonly createdAt: Date;
}

const columns = 'id, name, redirect_uris AS "redirectUris", scope, created_at AS "createdAt"';

/** Third-party applications that users sign in to. */
export class ApplicationsStore {
  constructor(private readonly database: Database) {}

  async list(): Promise<Application[]> {
    return (
      await this.database.query<Application>(`SELECT ${columns} FROM identity.applications ORDER BY id`)
    ).rows;
  }

  async find(id: string): Promise<Application | undefined> {
    const {
      rows: [found],
    } = await this.database.query<Application>(`SELECT ${columns} FROM identity.applications WHERE id = $1`, [
      id,
    ]);
    return found;
  }

  /** Creates or replaces the application. */
  async put({ id, name, redirectUris, scope }: ThirdPartyApplication): Promise<Application> {
    const {
      rows: [stored],
    } = await this.database.query<Application>(
      `INSERT INTO identity.applications (id, name, redirect_uris, scope) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris, scope = excluded.scope
       RETURNING ${columns}`,
      [id, name, redirectUris, scope],
    );
    if (!stored) throw new Error('the upsert returned no row');
    return stored;
  }

  /** Removes an application if it exists. Users can no longer sign in to it, and its tokens can no longer be refreshed. */
  async remove(id: string): Promise<void> {
    await this.database.query('DELETE FROM identity.applications WHERE id = $1', [id]);
  }
}
