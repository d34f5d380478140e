import {
  type Invitation,
  type InvitationParts,
  type ListPage,
  OrgInvitations,
  type Revocation,
  type StoredInvitation,
} from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { organizationMac, recipientMacs } from '../addresses/address-macs';
import { auditJson, insertAuditRow } from '../audit/audit-rows';
import { type Database, type RunStatement } from '@governance/postgres';
import { traceparent } from '@governance/tracing';
import { lockKey } from '../key-lock';
import { listStart } from '../list-start';
import { inOrganization } from '../access/scoped-transactions';
import { WorkHint } from '../deliveries/work-hint';
import { queuedInvitationColumns, sealedRecipient } from '../deliveries/delivery-row';
import { cancelReplacedMail, cancelRevokedMail, lockMail } from './cancel-replaced-mail';
import {
  invitationValues,
  newInvitationColumns,
  replaced,
  type ReplacedRow,
  storedColumns,
  storedOfRow,
  type StoredRow,
} from './invitation-row';

/**
 * The last time of all invitations to the address, revoked ones too: the provider offers none that is older. And those that
 * are pending.
 */
const knownTo = {
  name: 'known-invitations-to-address',
  text: `
    SELECT max(created_at) AS latest, array_agg(id) FILTER (WHERE NOT is_replaced) AS pending
    FROM invitations WHERE org_id = $1 AND email_mac = ANY($2)`,
};

/** A row written before a rotation of the keyring is found by its older hash. */
const replacePending = {
  name: 'replace-pending-invitation',
  text: `
    UPDATE invitations SET ${replaced}
    WHERE org_id = $1 AND email_mac = ANY($2) AND NOT is_replaced
    RETURNING id`,
};

/** One statement, so that no invitation exists without its mail and its audit row. */
const createInvitation = {
  name: 'create-invitation',
  text: `
    WITH invitation AS (
      INSERT INTO invitations (${newInvitationColumns})
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)),
    audit AS (${insertAuditRow({
      context: '$10::jsonb',
      at: '$8::timestamptz',
      orgId: '$2::text',
      target: `$10::jsonb ->> 'target'`,
      outcome: 'done',
    })})
    INSERT INTO deliveries (${queuedInvitationColumns})
    VALUES ($11, 'invitation', $1, $12, $8, $8, $4, $13, $14, $15)`,
};

/** Reads any page from the index. */
const listInvitations = {
  name: 'list-invitations',
  text: `
    SELECT ${storedColumns} FROM invitations
    WHERE org_id = $1 AND (created_at, id) < ($2, $3)
    ORDER BY created_at DESC, id DESC LIMIT $4`,
};

const selectInvitation = {
  name: 'select-invitation',
  text: `SELECT ${storedColumns} FROM invitations WHERE org_id = $1 AND id = $2`,
};

const revokeInvitation = {
  name: 'revoke-invitation',
  text: `
    WITH revoked AS (
      UPDATE invitations SET ${replaced} WHERE org_id = $1 AND id = $2 AND NOT is_replaced RETURNING id),
    audit AS (${insertAuditRow({
      context: '$3::jsonb',
      at: '$4::timestamptz',
      orgId: '$1::text',
      target: 'id::text',
      outcome: 'done',
      from: 'revoked',
    })})
    SELECT id FROM revoked`,
};

interface KnownRow {
  readonly latest: Date | null;
  readonly pending: readonly string[] | null;
}

/** Rolls back the transaction. */
class NoLongerPending extends Error {
  override readonly name = 'NoLongerPending';
}

/** The invitations of one organization in PostgreSQL. An address is found by the hash that the budgets use. */
export class PostgresOrgInvitations extends OrgInvitations {
  private readonly hint: WorkHint;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly orgId: string,
  ) {
    super();
    this.hint = new WorkHint(database);
  }

  create(invitation: Invitation, parts: InvitationParts): Promise<Invitation> {
    return this.store(invitation, parts);
  }

  async replace(id: string, invitation: Invitation, parts: InvitationParts): Promise<Invitation | undefined> {
    try {
      return await this.store(invitation, parts, id);
    } catch (error) {
      if (error instanceof NoLongerPending) return undefined;
      throw error;
    }
  }

  async list({ limit, after }: ListPage): Promise<readonly StoredInvitation[]> {
    const { createdAt, id } = after ?? listStart;
    const { rows } = await this.within((query) =>
      query<StoredRow>(listInvitations, [this.orgId, createdAt, id, limit]),
    );
    return rows.map((row) => storedOfRow(this.keyring, row));
  }

  async find(id: string): Promise<StoredInvitation | undefined> {
    const { rows } = await this.within((query) => query<StoredRow>(selectInvitation, [this.orgId, id]));
    return rows[0] && storedOfRow(this.keyring, rows[0]);
  }

  async revoke(id: string, { at, audit }: Revocation): Promise<boolean> {
    return this.within(async (query) => {
      await query(lockMail, [[id]]);
      const { rows } = await query<ReplacedRow>(revokeInvitation, [this.orgId, id, auditJson(audit), at]);
      await query(cancelRevokedMail, [rows.map((row) => row.id)]);
      return rows.length > 0;
    });
  }

  /** `replacedId`: the pending invitation that it must replace. @throws NoLongerPending */
  private async store(
    invitation: Invitation,
    parts: InvitationParts,
    replacedId?: string,
  ): Promise<Invitation> {
    const macs = recipientMacs(this.keyring, invitation.email);
    const [mac] = macs;
    if (!mac) throw new Error('the keyring made no hash');
    const stored = await this.within(async (query) => {
      await lockKey(query, mac);
      const { latest, pending } = await this.knownTo(query, macs);
      const createdAt = timeOfNext(invitation.createdAt, latest);
      await query(lockMail, [pending ?? []]);
      const { rows } = await query<ReplacedRow>(replacePending, [this.orgId, macs]);
      const ids = rows.map(({ id }) => id);
      if (replacedId !== undefined && !ids.includes(replacedId)) throw new NoLongerPending();
      await query(cancelReplacedMail, [ids]);
      await this.insert(query, { ...invitation, orgId: this.orgId, createdAt }, { ...parts, mac });
      return { ...invitation, createdAt };
    });
    this.hint.give();
    return stored;
  }

  private async knownTo(query: RunStatement, macs: readonly Buffer[]): Promise<KnownRow> {
    const { rows } = await query<KnownRow>(knownTo, [this.orgId, macs]);
    return rows[0] ?? { latest: null, pending: null };
  }

  private async insert(
    query: RunStatement,
    invitation: Invitation,
    { token, deliveryId, audit, mac }: InvitationParts & { readonly mac: Buffer },
  ): Promise<void> {
    const { recipient, domainMac } = sealedRecipient(this.keyring, deliveryId, invitation.email);
    await query(createInvitation, [
      ...invitationValues(this.keyring, invitation, { token, mac }),
      auditJson(audit),
      deliveryId,
      recipient,
      domainMac,
      organizationMac(this.keyring, this.orgId),
      traceparent(),
    ]);
  }

  private within<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return inOrganization(this.database, this.orgId, work);
  }
}

/** `moment`, or later if another program's clock was ahead when it wrote an earlier invitation to the address. */
function timeOfNext(moment: Date, latest: Date | null): Date {
  return new Date(Math.max(moment.getTime(), latest ? latest.getTime() + 1 : 0));
}
