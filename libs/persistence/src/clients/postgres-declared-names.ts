import { DeclaredNames } from '@governance/assessments';
import { everythingOf } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { lot } from '../access/in-lots';
import { asViewer, inSystemScope } from '../access/scoped-transactions';
import { ClientsOfResults } from './clients-of-results';

const selectDue = {
  name: 'select-clients-to-index',
  text: `SELECT org_id, id FROM org_clients WHERE NOT is_indexed AND id > $1 ORDER BY id LIMIT ${lot}`,
};

const lockClient = {
  name: 'lock-client-to-index',
  text: 'SELECT FROM org_clients WHERE org_id = $1 AND id = $2 FOR NO KEY UPDATE',
};

interface DueRow {
  readonly org_id: string;
  readonly id: string;
}

const first = '00000000-0000-0000-0000-000000000000';

/** Reads the ids across organizations, and the names of one client at a time, in its organization. */
export class PostgresDeclaredNames extends DeclaredNames {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async index(): Promise<number> {
    let total = 0;
    for (let after: string | undefined = first; after !== undefined;) {
      const due = await this.dueAfter(after);
      for (const client of due) await this.indexOne(client);
      total += due.length;
      after = due.length === lot ? due.at(-1)?.id : undefined;
    }
    return total;
  }

  private async dueAfter(id: string): Promise<readonly DueRow[]> {
    const { rows } = await inSystemScope(this.database, 'client-results', (query) =>
      query<DueRow>(selectDue, [id]),
    );
    return rows;
  }

  private indexOne({ org_id: orgId, id }: DueRow): Promise<void> {
    const viewer = everythingOf(orgId);
    return asViewer(this.database, viewer, async (query) => {
      // So that a name which ends meanwhile ends with its words.
      await query(lockClient, [orgId, id]);
      await new ClientsOfResults(this.keyring, { viewer, quota: 0 }).index(query, id);
    });
  }
}
