import { type Keyring } from '@governance/keyring';
import { type IdentityDatabase, type Query } from '../database/identity-database';

/** A person as the provider of a connection names them. */
export interface UpstreamIdentity {
  readonly connectionId: string;
  readonly issuer: string;
  readonly subject: string;
}

/**
 * Who is who at the providers of organizations. What one organization's provider says counts at its connection alone, and
 * no more when the connection gets another issuer. Subjects are kept as hashes.
 */
export class LinkedIdentitiesStore {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly keyring: Keyring,
  ) {}

  async find(identity: UpstreamIdentity): Promise<string | undefined> {
    return this.findOn(this.database.query, identity);
  }

  /** As a part of accepting an invitation. False when the identity is somebody else's. */
  async link(query: Query, userId: string, identity: UpstreamIdentity): Promise<boolean> {
    const known = await this.findOn(query, identity);
    if (known !== undefined) return known === userId;
    const [mac] = this.macs(identity);
    // The provider may have made the person anew: whoever accepts an invitation is that person from then on.
    await query(
      `INSERT INTO identity.linked_identities (connection_id, subject_mac, user_id) VALUES ($1, $2, $3)
       ON CONFLICT (connection_id, user_id) DO UPDATE SET subject_mac = excluded.subject_mac, linked_at = now()`,
      [identity.connectionId, mac, userId],
    );
    return true;
  }

  private async findOn(query: Query, identity: UpstreamIdentity): Promise<string | undefined> {
    const [row] = await query<{ user_id: string }>(
      'SELECT user_id FROM identity.linked_identities WHERE connection_id = $1 AND subject_mac = ANY($2)',
      [identity.connectionId, this.macs(identity)],
    );
    return row?.user_id;
  }

  private macs({ issuer, subject }: UpstreamIdentity): Buffer[] {
    return this.keyring.macs('linked-identity', `${issuer} ${subject}`);
  }
}
