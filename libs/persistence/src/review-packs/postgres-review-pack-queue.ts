import {
  type HeldDocument,
  type ResultDocument,
  type ReviewPack,
  ReviewPackQueue,
} from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { inSystemScope } from '../access/scoped-transactions';
import { openedPack, packSeal, reviewPackQueue, type ReviewPackRow } from './review-pack-rows';

const select = {
  name: 'select-queued-review-pack',
  text: 'SELECT id, content, state FROM review_packs WHERE id = $1',
};

const settled = (changes: string): string => `
  UPDATE review_packs SET ${changes} FROM jobs
  WHERE id = $1 AND state = 'queued' AND queue = '${reviewPackQueue}' AND key = $1::text AND jobs.lease = $2`;

const keep = { name: 'keep-review-pack', text: settled(`state = 'stored', document = $3`) };
const park = { name: 'park-review-pack', text: settled(`state = 'parked', available_at = $3`) };

/** The packs to print, of every organization. */
export class PostgresReviewPackQueue extends ReviewPackQueue {
  readonly documents = {
    find: async (key: string): Promise<ResultDocument | undefined> => {
      const row = await this.read(key);
      return row && { kind: row.state === 'queued' ? 'queued' : 'none' };
    },
    keep: ({ key, lease }: HeldDocument, document: Uint8Array): Promise<boolean> =>
      this.settle(keep, [key, lease, this.keyring.seal(document, packSeal(key, 'document'))]),
    park: ({ key, lease }: HeldDocument, until: Date): Promise<boolean> =>
      this.settle(park, [key, lease, until]),
  };

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async packOf(key: string): Promise<ReviewPack | undefined> {
    const row = await this.read(key);
    return row && openedPack(this.keyring, row);
  }

  private read(key: string): Promise<Pick<ReviewPackRow, 'id' | 'content' | 'state'> | undefined> {
    return this.within(async (query) => {
      const { rows } = await query<ReviewPackRow>(select, [key]);
      return rows[0];
    });
  }

  private settle(statement: typeof keep, values: readonly unknown[]): Promise<boolean> {
    return this.within(async (query) => (await query(statement, [...values])).rowCount === 1);
  }

  private within<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return inSystemScope(this.database, 'printing', work);
  }
}
