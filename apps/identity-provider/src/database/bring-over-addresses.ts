import { canonicalAddress, recipientKey, signInKey } from '@governance/deliveries';
import { type Keyring, SealBroken } from '@governance/keyring';
import { isUniqueViolation, onOwnConnection, type RunStatement } from '@governance/postgres';

/** An account whose address, in canonical form, belongs to another account. Ids only. */
export interface Collision {
  readonly userId: string;
  readonly organizationIds: readonly string[];
}

/** The result of converting addresses of earlier releases. */
export interface BroughtOver {
  /** Rows converted to the canonical form. */
  readonly changed: number;
  /** Rows whose address has no canonical form. */
  readonly withoutForm: number;
  /** Rows that are damaged or sealed with a key that the keyring does not hold. They stay unchanged. */
  readonly unreadable: number;
  /** Unchanged too. These accounts can no longer be found by their own spelling of the address. */
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

/** The number of rows read at one time. */
const batchSize = 500;

/**
 * Converts addresses of earlier releases to their canonical form, with their lookup hashes. An account whose address
 * another account already has is reported and left unchanged: accounts are never merged. Reads every row. Can be
 * interrupted and repeated while the provider runs. `url` connects as the owner.
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

  /** Ordered by id as text, because the platform chooses the ids of users. */
  async run(place: Place): Promise<void> {
    for (let last: string | undefined = ''; last !== undefined;) {
      const { rows }: { rows: Row[] } = await this.query<Row>(
        `SELECT id, email, email_mac FROM ${place.table}
         WHERE email IS NOT NULL AND id::text COLLATE "C" > $1 ORDER BY id::text COLLATE "C" LIMIT ${batchSize}`,
        [last],
      );
      for (const row of rows) await this.visit(place, row);
      last = rows.at(-1)?.id;
    }
  }

  private async visit(place: Place, row: Row): Promise<void> {
    const stored = this.opened(place, row);
    if (stored === undefined) return;
    const address = canonicalAddress(stored);
    if (address === undefined) this.done.withoutForm += 1;
    const macs = place.macsOf(this.keyring, stored);
    const isFound = macs.some((mac) => mac.equals(row.email_mac));
    if ((address === undefined || address === stored) && isFound) return;
    await this.change(place, row, { address: address ?? stored, macs });
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

  /** Skips a row that the provider has changed in the meantime. */
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
   * Whether another account with a password has the address, under any key version, which the unique index does not check.
   * Accounts of connections may share addresses.
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

  /** An organization keeps one open invitation to a mailbox: the newest, as on the platform. */
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
