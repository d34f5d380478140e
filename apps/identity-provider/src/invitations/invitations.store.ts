import { recipientKey } from '@governance/deliveries';
import { type OfferState, type Role } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { randomBytes } from 'node:crypto';
import { lockOrganization } from '../organizations/account-admins';

/** An invitation without its token. */
export interface Invited {
  readonly orgId: string;
  readonly email: string;
  readonly role: Role;
  /** A connection of the organization; undefined lets the invitee choose. */
  readonly connectionId: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** An invitation to store. */
export interface Offer extends Invited {
  /** The token in the link. */
  readonly token: string;
}

/** An invitation of an organization with its state; an expired one stays `offered`. */
export interface StateOfInvitation {
  readonly id: string;
  readonly state: OfferState;
}

/** The invitations of an organization while no other change of them happens. */
export interface HeldInvitations {
  /** The name of the organization. Undefined when it does not exist, or has no such connection. */
  orgNameOf(invited: Invited): Promise<string | undefined>;
  /** Whether an invitation with this id can be accepted by the token of the offer. Undefined when there is none with this id. */
  isOpenFor(id: string, token: string): Promise<boolean | undefined>;
  /** Whether the organization has a newer invitation to the address. */
  hasNewer(id: string, invited: Invited): Promise<boolean>;
  /** Stores the invitation and withdraws older ones to the same address. False when another invitation has its token. */
  replaceOlder(id: string, offer: Offer): Promise<boolean>;
}

interface KnownRow {
  readonly token_mac: Buffer;
  readonly withdrawn_at: Date | null;
}

/** The columns of a new invitation, in the order of `valuesOf`. */
const columns =
  'id, organization_id, email, email_mac, role, connection_id, token_mac, created_at, expires_at';
const places = '$1, $2, $3, $4, $5, $6, $7, $8, $9';

/** Invitations. Addresses are sealed and found by a hash that is equal for all spellings of a mailbox. Tokens are stored as hashes. */
export class InvitationsStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /** Lets `work` decide about an offer. Of two concurrent offers the second waits and sees the first. */
  hold<Result>(orgId: string, work: (invitations: HeldInvitations) => Promise<Result>): Promise<Result> {
    return this.database.inTransaction(async (query) => {
      await lockOrganization(query, orgId);
      return work({
        orgNameOf: (invited) => nameOf(query, invited),
        isOpenFor: (id, token) => this.isOpenFor(query, id, token),
        hasNewer: (id, invited) => this.hasNewer(query, id, invited),
        replaceOlder: (id, offer) => this.replaceOlder(query, id, offer),
      });
    });
  }

  /**
   * Withdraws the invitation, also before it is offered: it is then stored without a link, so that a late offer is refused. When
   * the organization or connection does not exist, there is nothing to withdraw. False when it was accepted.
   */
  async withdraw(id: string, invited: Invited): Promise<boolean> {
    return this.database.inTransaction(async (query) => {
      await lockOrganization(query, invited.orgId);
      if ((await nameOf(query, invited)) === undefined) return true;
      const token = randomBytes(32).toString('base64url');
      const { rows: withdrawn } = await query(
        `INSERT INTO identity.invitations AS known (${columns}, withdrawn_at) VALUES (${places}, now())
         ON CONFLICT (id) DO UPDATE SET withdrawn_at = coalesce(known.withdrawn_at, now())
         WHERE known.accepted_at IS NULL RETURNING id`,
        this.valuesOf(id, { ...invited, token }),
      );
      return withdrawn.length > 0;
    });
  }

  /** The states of the known ones of these invitations. */
  async statesOf(orgId: string, ids: readonly string[]): Promise<readonly StateOfInvitation[]> {
    return (
      await this.database.query<StateOfInvitation>(
        `SELECT id, CASE WHEN accepted_at IS NOT NULL THEN 'accepted' WHEN withdrawn_at IS NOT NULL THEN 'withdrawn'
           ELSE 'offered' END AS state
         FROM identity.invitations WHERE organization_id = $1 AND id = ANY($2) ORDER BY id`,
        [orgId, ids],
      )
    ).rows;
  }

  private async isOpenFor(query: RunStatement, id: string, token: string): Promise<boolean | undefined> {
    const {
      rows: [known],
    } = await query<KnownRow>('SELECT token_mac, withdrawn_at FROM identity.invitations WHERE id = $1', [id]);
    if (known === undefined) return undefined;
    const isSame = this.tokenMacs(token).some((mac) => mac.equals(known.token_mac));
    return isSame && known.withdrawn_at === null;
  }

  private async hasNewer(query: RunStatement, id: string, invited: Invited): Promise<boolean> {
    const { rows: newer } = await query(
      `SELECT FROM identity.invitations
       WHERE organization_id = $1 AND email_mac = ANY($2) AND (created_at, id) > ($3, $4::uuid)`,
      [invited.orgId, this.emailMacs(invited.email), invited.createdAt, id],
    );
    return newer.length > 0;
  }

  private async replaceOlder(query: RunStatement, id: string, offer: Offer): Promise<boolean> {
    await query(
      `UPDATE identity.invitations SET withdrawn_at = now()
       WHERE organization_id = $1 AND email_mac = ANY($2) AND withdrawn_at IS NULL AND accepted_at IS NULL`,
      [offer.orgId, this.emailMacs(offer.email)],
    );
    const { rowCount } = await query(
      `INSERT INTO identity.invitations (${columns}) VALUES (${places}) ON CONFLICT (token_mac) DO NOTHING`,
      this.valuesOf(id, offer),
    );
    return rowCount === 1;
  }

  private valuesOf(id: string, offer: Offer): unknown[] {
    const { orgId, email, role, connectionId, createdAt, expiresAt, token } = offer;
    const sealed = this.keyring.seal(email, { table: 'identity.invitations', column: 'email', row: id });
    const [emailMac, tokenMac] = [this.emailMacs(email)[0], this.tokenMacs(token)[0]];
    return [id, orgId, sealed, emailMac, role, connectionId, tokenMac, createdAt, expiresAt];
  }

  /** One hash for each key version, newest first. */
  private emailMacs(email: string): Buffer[] {
    return this.keyring.macs('invited-address', recipientKey(email));
  }

  private tokenMacs(token: string): Buffer[] {
    return this.keyring.macs('invitation-token', token);
  }
}

/** Undefined when the organization does not exist or the connection is not its own. */
async function nameOf(query: RunStatement, { orgId, connectionId }: Invited): Promise<string | undefined> {
  const {
    rows: [found],
  } = await query<{ name: string }>(
    `SELECT name FROM identity.organizations
     WHERE id = $1 AND ($2::text IS NULL OR EXISTS (
       SELECT FROM identity.connections WHERE connections.id = $2 AND organization_id = organizations.id))`,
    [orgId, connectionId],
  );
  return found?.name;
}
