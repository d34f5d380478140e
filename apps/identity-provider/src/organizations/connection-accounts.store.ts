import { type Keyring } from '@governance/keyring';
import { randomUUID } from 'node:crypto';
import { type Database, type RunStatement } from '@governance/postgres';
import { UsersStore } from '../people/users.store';

/** A person as identified by the provider of a connection. */
export interface UpstreamIdentity {
  readonly connectionId: string;
  readonly issuer: string;
  readonly subject: string;
}

/** The profile from the provider, valid only for the account of that connection. */
export interface AssertedProfile {
  readonly email: string;
  readonly name: string | undefined;
  /** Whether the organization of the connection has proven the domain of the address. */
  readonly isOwnDomain: boolean;
}

/**
 * The accounts that connections assert: one for each connection, issuer and subject. They cannot be found by address and
 * accept no other sign-in method. Subjects are stored as hashes.
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

  /** Finds the account of the subject and updates it with the profile that the provider asserts now. */
  async recognize(identity: UpstreamIdentity, profile: AssertedProfile): Promise<string | undefined> {
    const userId = await this.find(identity);
    if (userId !== undefined) {
      await this.users.putAsserted(userId, { ...profile, ...identity });
    }
    return userId;
  }

  /** Part of accepting an invitation, which holds the organization: returns the account of the subject, or creates one. */
  async settle(
    query: RunStatement,
    identity: UpstreamIdentity,
    profile: Omit<AssertedProfile, 'isOwnDomain'>,
  ): Promise<string> {
    const known = await this.findOn(query, identity);
    const userId = known ?? `user_${randomUUID()}`;
    await this.users.putInvited(query, userId, { ...profile, ...identity });
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
