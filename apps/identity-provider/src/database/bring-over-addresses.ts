import { canonicalAddress, recipientKey, signInKey } from '@governance/deliveries';
import { type Keyring, SealBroken } from '@governance/keyring';
import { onOwnConnection, type RunStatement } from '@governance/postgres';

/** Somebody whose address belongs to another account, now that both are spelled alike. Ids only. */
export interface Collision {
  readonly userId: string;
  readonly organizationIds: readonly string[];
}

/** What became of the addresses that earlier releases have kept. */
export interface BroughtOver {
  /** Rows that hold the canonical form now. */
  readonly changed: number;
  /** Rows whose address has none. */
  readonly withoutForm: number;
  /** Rows that were sealed with a key that the keyring does not hold, or were damaged. They stay as they are. */
  readonly unreadable: number;
  /** They stay as they are too, and are found under their own spelling no more. */
  readonly collisions: readonly Collision[];
}

interface Place {
  readonly table: 'identity.users' | 'identity.invitations';
  readonly macsOf: (keyring: Keyring, address: string) => readonly Buffer[];
}

interface Row {
  readonly id: string;
  readonly email: Buffer;
  readonly email_mac: Buffer;
}

const places: readonly Place[] = [
  {
    table: 'identity.users',
    macsOf: (keyring, address) => keyring.macs('user-email', signInKey(address)),
  },
  {
    table: 'identity.invitations',
    macsOf: (keyring, address) => keyring.macs('invited-address', recipientKey(address)),
  },
];

/** Rows of one transaction, and of what is in memory at one time. */
const lot = 500;
const uniqueViolation = '23505';

/**
 * Brings addresses that earlier releases have kept into their canonical form, with the hashes by which they are found. An
 * account whose address another one has by then is reported and left alone: accounts are never merged. Reads every row;
 * can be interrupted and repeated, also while the provider runs. `url` is of the owner.
 */
export async function bringOverAddresses(url: string, keyring: Keyring): Promise<BroughtOver> {
  return onOwnConnection(url, async (query) => {
    const visit = new AddressVisit(query, keyring);
    for (const place of places) await visit.run(place);
    return visit.done;
  });
}

class AddressVisit {
  readonly done = { changed: 0, withoutForm: 0, unreadable: 0, collisions: [] as Collision[] };

  constructor(
    private readonly query: RunStatement,
    private readonly keyring: Keyring,
  ) {}

  /** By id, as text: those of users are chosen by the platform. */
  async run(place: Place): Promise<void> {
    for (let last: string | undefined = ''; last !== undefined;) {
      const { rows }: { rows: Row[] } = await this.query<Row>(
        `SELECT id, email, email_mac FROM ${place.table}
         WHERE email IS NOT NULL AND id::text COLLATE "C" > $1 ORDER BY id::text COLLATE "C" LIMIT ${lot}`,
        [last],
      );
      for (const row of rows) await this.visit(place, row);
      last = rows.at(-1)?.id;
    }
  }

  private async visit(place: Place, row: Row): Promise<void> {
    const kept = this.opened(place, row);
    if (kept === undefined) return;
    const address = canonicalAddress(kept);
    if (address === undefined) this.done.withoutForm += 1;
    const macs = place.macsOf(this.keyring, kept);
    const isFound = macs.some((mac) => mac.equals(row.email_mac));
    if ((address === undefined || address === kept) && isFound) return;
    await this.change(place, row, { address: address ?? kept, macs });
  }

  private opened({ table }: Place, { id, email }: Row): string | undefined {
    try {
      return this.keyring.open(email, { table, column: 'email', row: id }).toString('utf8');
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      this.done.unreadable += 1;
      return undefined;
    }
  }

  /** Leaves alone what the provider has changed meanwhile. */
  private async change(
    { table }: Place,
    { id, email }: Row,
    { address, macs }: { readonly address: string; readonly macs: readonly Buffer[] },
  ): Promise<void> {
    const sealed = this.keyring.seal(address, { table, column: 'email', row: id });
    try {
      if (table === 'identity.users' && (await this.isTaken(id, macs))) throw new Taken();
      const { rowCount } = await this.query(
        `UPDATE ${table} SET email = $3, email_mac = $4 WHERE id = $1 AND email = $2`,
        [id, email, sealed, macs[0]],
      );
      this.done.changed += rowCount ?? 0;
    } catch (error) {
      if (!(error instanceof Taken || isUniqueViolation(error))) throw error;
      this.done.collisions.push({ userId: id, organizationIds: await this.organizationsOf(id) });
    }
    if (table === 'identity.invitations') await this.withdrawOlder(macs);
  }

  /**
   * By another account with a password, under the hash of any key version, which the unique index does not see. Accounts of
   * connections share addresses with others.
   */
  private async isTaken(id: string, macs: readonly Buffer[]): Promise<boolean> {
    const { rows } = await this.query(
      `SELECT FROM identity.users AS own JOIN identity.users AS other ON other.id <> own.id
       WHERE own.id = $2 AND own.connection_id IS NULL
         AND other.connection_id IS NULL AND other.email_mac = ANY($1)`,
      [macs, id],
    );
    return rows.length > 0;
  }

  private async organizationsOf(userId: string): Promise<readonly string[]> {
    const { rows } = await this.query<{ organization_id: string }>(
      'SELECT organization_id FROM identity.memberships WHERE user_id = $1 ORDER BY organization_id',
      [userId],
    );
    return rows.map(({ organization_id }) => organization_id);
  }

  /** Of open invitations to one mailbox an organization has one: the newest, as the platform has it. */
  private async withdrawOlder(macs: readonly Buffer[]): Promise<void> {
    await this.query(
      `UPDATE identity.invitations AS older SET withdrawn_at = now()
       WHERE email_mac = ANY($1) AND withdrawn_at IS NULL AND accepted_at IS NULL AND EXISTS (
         SELECT FROM identity.invitations AS newer
         WHERE newer.organization_id = older.organization_id AND newer.email_mac = ANY($1)
           AND (newer.created_at, newer.id) > (older.created_at, older.id))`,
      [macs],
    );
  }
}

class Taken extends Error {
  override readonly name = 'Taken';
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation;
}
