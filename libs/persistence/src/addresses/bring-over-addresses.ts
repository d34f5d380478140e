import { canonicalAddress } from '@governance/deliveries';
import { type Keyring, SealBroken } from '@governance/keyring';
import { Client } from 'pg';
import { domainMacs, recipientMacs } from './address-macs';
import { replaceTwin } from './replace-twin';

/** The result of converting addresses stored by earlier releases. */
export interface BroughtOver {
  /** Rows converted to the canonical form. */
  readonly changed: number;
  /** Rows whose address has no canonical form: it gets no mail, and only its own spelling finds it. */
  readonly withoutForm: number;
  /** Rows that are damaged, or sealed with a key that the keyring lacks. They are not changed. */
  readonly unreadable: number;
}

interface Place {
  readonly table: 'survey_results' | 'deliveries' | 'invitations';
  readonly address: string;
  readonly mac: string;
}

interface Row {
  readonly id: string;
  readonly created_at: Date;
  readonly sealed: Buffer;
  readonly mac: Buffer | null;
}

const places: readonly Place[] = [
  { table: 'survey_results', address: 'submitter_email', mac: 'submitter_email_mac' },
  { table: 'deliveries', address: 'recipient', mac: 'recipient_mac' },
  { table: 'invitations', address: 'email', mac: 'email_mac' },
];

/** Rows per transaction, and in memory at one time. */
const lot = 500;
const beforeAll = { created_at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

/**
 * Converts addresses stored by earlier releases to their canonical form, with their hashes. Reads every row with an address;
 * can be interrupted and repeated, and run while programs are running. `url` logs in as the owner.
 */
export async function bringOverAddresses(url: string, keyring: Keyring): Promise<BroughtOver> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const done = { changed: 0, withoutForm: 0, unreadable: 0 };
    for (const place of places) await new PlaceVisit(client, keyring, place, done).run();
    return done;
  } finally {
    await client.end();
  }
}

class PlaceVisit {
  constructor(
    private readonly client: Client,
    private readonly keyring: Keyring,
    private readonly place: Place,
    private readonly done: { changed: number; withoutForm: number; unreadable: number },
  ) {}

  async run(): Promise<void> {
    let last: Pick<Row, 'created_at' | 'id'> | undefined = beforeAll;
    while (last) last = await this.nextLot(last);
  }

  /** Returns the last row, or undefined when no rows are left. */
  private async nextLot(after: Pick<Row, 'created_at' | 'id'>): Promise<Row | undefined> {
    await this.client.query('BEGIN');
    try {
      // Crosses organizations, as the owner of the tables may.
      await this.client.query(`SELECT set_config('governance.system_scope', 'operator', true)`);
      const rows = await this.rowsAfter(after);
      for (const row of rows) await this.visit(row);
      await this.client.query('COMMIT');
      return rows.at(-1);
    } catch (error) {
      await this.client.query('ROLLBACK');
      throw error;
    }
  }

  private async rowsAfter({ created_at, id }: Pick<Row, 'created_at' | 'id'>): Promise<Row[]> {
    const { table, address, mac } = this.place;
    const { rows } = await this.client.query<Row>(
      `SELECT id, created_at, ${address} AS sealed, ${mac} AS mac FROM ${table}
       WHERE ${address} IS NOT NULL AND (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT ${lot}`,
      [created_at, id],
    );
    return rows;
  }

  private async visit(row: Row): Promise<void> {
    const kept = this.opened(row);
    if (kept === undefined) return;
    const address = canonicalAddress(kept);
    if (address === undefined) this.done.withoutForm += 1;
    const macs = recipientMacs(this.keyring, kept);
    const isFound = row.mac !== null && macs.some((mac) => row.mac?.equals(mac));
    if ((address === undefined || address === kept) && isFound) return;
    await this.change(row, address ?? kept, macs);
  }

  private opened({ id, sealed }: Row): string | undefined {
    const { table, address: column } = this.place;
    try {
      return this.keyring.open(sealed, { table, column, row: id }).toString('utf8');
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      this.done.unreadable += 1;
      return undefined;
    }
  }

  /** Skips rows that a program has changed or erased in the meantime. */
  private async change({ id, sealed, mac: former }: Row, address: string, macs: Buffer[]): Promise<void> {
    const { table, address: column, mac } = this.place;
    if (table === 'invitations') await replaceTwin(this.client, id, macs);
    const domain = table === 'deliveries' ? ', domain_mac = $5' : '';
    const { rowCount } = await this.client.query(
      `UPDATE ${table} SET ${column} = $3, ${mac} = $4${domain} WHERE id = $1 AND ${column} = $2`,
      [
        id,
        sealed,
        this.keyring.seal(address, { table, column, row: id }),
        macs[0],
        ...(domain === '' ? [] : [domainMacs(this.keyring, address)[0]]),
      ],
    );
    this.done.changed += rowCount ?? 0;
    // A blocked address is stored only as its hash; this row provides the address for it.
    await this.client.query(
      `INSERT INTO blocked_addresses (address_mac, blocked_at)
       SELECT $2, blocked_at FROM blocked_addresses WHERE address_mac = $1 ON CONFLICT DO NOTHING`,
      [former, macs[0]],
    );
  }
}
