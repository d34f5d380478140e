import { setImmediate } from 'node:timers/promises';
import { type AdapterPayload } from 'oidc-provider';
import { type Database } from '@governance/postgres';
import { clientColumns, clientMetadata, type ClientRow } from './client-metadata';

type Clients = ReadonlyMap<string, AdapterPayload>;

/**
 * Machines by id, as the database has them now. Those that are asked for in one turn of the event loop are looked up by one
 * statement, which is sent after the last question: no answer is older than its question.
 */
export class MachineClients {
  private asked = new Set<string>();
  private answer: Promise<Clients> | undefined;

  constructor(private readonly database: Pick<Database, 'query'>) {}

  /** `id` is a UUID. */
  async find(id: string): Promise<AdapterPayload | undefined> {
    this.asked.add(id);
    this.answer ??= this.lookUp();
    return (await this.answer).get(id);
  }

  private async lookUp(): Promise<Clients> {
    await setImmediate();
    const ids = [...this.asked];
    this.asked = new Set();
    this.answer = undefined;
    const { rows } = await this.database.query<ClientRow>(
      { name: 'machine-clients', text: `SELECT ${clientColumns} FROM identity.clients WHERE id = ANY($1)` },
      [ids],
    );
    return new Map(rows.map((row) => [row.id, clientMetadata(row)]));
  }
}
