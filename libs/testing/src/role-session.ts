import { Client, DatabaseError } from 'pg';
import { urlAs } from './role-login';

export const refused = 'refused';

/** What a role can do that has logged in by itself, as an intruder in its program would. */
export class RoleSession {
  private constructor(private readonly client: Client) {}

  static async open(ownerUrl: string, role: string): Promise<RoleSession> {
    const client = new Client({ connectionString: await urlAs(ownerUrl, role) });
    // A test that fails leaves it open, and then the end of the database ends it.
    client.on('error', () => undefined);
    await client.connect();
    return new RoleSession(client);
  }

  /** The rows, or `refused`; nothing of what it did stays. */
  async try(
    text: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<unknown[] | typeof refused> {
    await this.client.query('BEGIN');
    try {
      for (const [name, value] of Object.entries(settings)) {
        await this.client.query('SELECT set_config($1, $2, true)', [name, value]);
      }
      return (await this.client.query<Record<string, unknown>>(text)).rows;
    } catch (error) {
      // 55000: a view of several tables, which no role can write to.
      if (error instanceof DatabaseError && ['42501', '55000'].includes(error.code ?? '')) return refused;
      throw error;
    } finally {
      await this.client.query('ROLLBACK');
    }
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
