import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { byPassword, isLedToByConnection, type Place, placeColumns } from './places.store';

export interface NewSignIn {
  readonly grantId: string;
  readonly userId: string;
  readonly orgId: string;
  /** The connection that the user signed in with; undefined: by password. */
  readonly connectionId: string | undefined;
  readonly lifetimeSeconds: number;
}

/**
 * The organization of each grant. Role and policy are read each time. A sign-in ends with the membership, so no refresh
 * token outlives it.
 */
export class SignInsStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /** Does nothing when the membership has just ended. */
  async add({ grantId, userId, orgId, connectionId, lifetimeSeconds }: NewSignIn): Promise<void> {
    await this.database.query(
      `WITH signed_in AS (
         UPDATE identity.memberships SET last_sign_in_at = now() WHERE user_id = $2 AND organization_id = $3
         RETURNING user_id, organization_id)
       INSERT INTO identity.sign_ins (grant_mac, user_id, organization_id, connection_id, expires_at)
       SELECT $1, user_id, organization_id, $4, now() + make_interval(secs => $5) FROM signed_in`,
      [this.keyring.mac('sign-in-grant', grantId), userId, orgId, connectionId, lifetimeSeconds],
    );
  }

  /** The current organization; undefined when the user has left it, or it no longer allows the sign-in method used. */
  async find(grantId: string): Promise<Place | undefined> {
    const {
      rows: [place],
    } = await this.database.query<Place>(
      `SELECT ${placeColumns} FROM identity.sign_ins
       JOIN identity.memberships USING (organization_id, user_id)
       JOIN identity.organizations ON organizations.id = organization_id
       JOIN identity.users ON users.id = user_id
       WHERE grant_mac = ANY($1) AND sign_ins.expires_at > now()
         AND users.connection_id IS NOT DISTINCT FROM sign_ins.connection_id
         AND CASE WHEN sign_ins.connection_id IS NULL THEN ${byPassword}
           ELSE ${isLedToByConnection('sign_ins.connection_id')} END`,
      [this.keyring.macs('sign-in-grant', grantId)],
    );
    return place;
  }
}
