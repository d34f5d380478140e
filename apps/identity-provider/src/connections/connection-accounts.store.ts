import { type Keyring } from '@governance/keyring';
import { randomUUID } from 'node:crypto';
import { type Database, type RunStatement } from '@governance/postgres';
import { UsersStore } from '../management/users.store';

/** A person as the provider of a connection names them. */
export interface UpstreamIdentity {
  readonly connectionId: string;
  readonly issuer: string;
  readonly subject: string;
}

/** What the provider says of a person, which counts in the account of that connection alone. */
export interface AssertedProfile {
  readonly email: string;
  readonly name: string | undefined;
}

/**
 * The accounts that connections assert: one for each connection and subject, and for the issuer that the connection had. No
 * address leads to them, and none of them is reached in another way. Subjects are kept as hashes.
 */
export class ConnectionAccountsStore {
  private readonly users: UsersStore;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    this.users = new UsersStore(database, keyring);
  }

  async find(identity: UpstreamIdentity): Promise<string | undefined> {
    return this.findOn(this.database.query, identity);
  }

  /** The account that the subject has, with the name and the address that the provider asserts now. */
  async recognize(identity: UpstreamIdentity, profile: AssertedProfile): Promise<string | undefined> {
    const userId = await this.find(identity);
    if (userId !== undefined) {
      await this.users.putAsserted(this.database.query, userId, { ...profile, ...identity });
    }
    return userId;
  }

  /** As a part of accepting an invitation: the account that the subject has, or a new one. */
  async settle(query: RunStatement, identity: UpstreamIdentity, profile: AssertedProfile): Promise<string> {
    // Of two who come as one subject at the same time the second waits, and finds the first.
    await query('LOCK TABLE identity.linked_identities IN SHARE ROW EXCLUSIVE MODE');
    const known = await this.findOn(query, identity);
    const userId = known ?? `user_${randomUUID()}`;
    await this.users.putAsserted(query, userId, { ...profile, ...identity });
    if (known === undefined) {
      await query(
        'INSERT INTO identity.linked_identities (connection_id, subject_mac, user_id) VALUES ($1, $2, $3)',
        [identity.connectionId, this.macs(identity)[0], userId],
      );
    }
    return userId;
  }

  private async findOn(query: RunStatement, identity: UpstreamIdentity): Promise<string | undefined> {
    const {
      rows: [row],
    } = await query<{ user_id: string }>(
      'SELECT user_id FROM identity.linked_identities WHERE connection_id = $1 AND subject_mac = ANY($2)',
      [identity.connectionId, this.macs(identity)],
    );
    return row?.user_id;
  }

  private macs({ issuer, subject }: UpstreamIdentity): Buffer[] {
    return this.keyring.macs('linked-identity', `${issuer} ${subject}`);
  }
}
