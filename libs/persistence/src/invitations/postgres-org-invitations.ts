import { type Invitation, type InvitationParts, OrgInvitations } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { organizationMac, recipientMacs } from '../addresses/address-macs';
import { auditJson, insertAuditRow } from '../audit/audit-rows';
import { type Database, type RunStatement } from '@governance/postgres';
import { lockKey } from '../key-lock';
import { inOrganization } from '../access/scoped-transactions';
import { WorkHint } from '../deliveries/work-hint';
import { queuedInvitationColumns, sealedRecipient } from '../deliveries/delivery-row';
import { cancelReplacedMail } from './cancel-replaced-mail';
import { invitationValues, newInvitationColumns, replaced, type ReplacedRow } from './invitation-row';

/** A row written before a rotation of the keyring is found by its older hash. */
const replacePending = {
  name: 'replace-pending-invitation',
  text: `
    UPDATE invitations SET ${replaced}
    WHERE org_id = $1 AND email_mac = ANY($2) AND NOT is_replaced
    RETURNING id, created_at`,
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
      target: '$1::uuid::text',
      outcome: 'done',
    })})
    INSERT INTO deliveries (${queuedInvitationColumns})
    VALUES ($11, 'invitation', $1, $12, $8, $8, $4, $13, $14)`,
};

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

  async create(invitation: Invitation, parts: InvitationParts): Promise<Invitation> {
    const macs = recipientMacs(this.keyring, invitation.email);
    const [mac] = macs;
    if (!mac) throw new Error('the keyring made no hash');
    const created = await inOrganization(this.database, this.orgId, async (query) => {
      await lockKey(query, mac);
      const { rows } = await query<ReplacedRow>(replacePending, [this.orgId, macs]);
      await query(cancelReplacedMail, [rows.map(({ id }) => id)]);
      const createdAt = afterAll(rows, invitation.createdAt);
      await this.insert(query, { ...invitation, orgId: this.orgId, createdAt }, { ...parts, mac });
      return { ...invitation, createdAt };
    });
    this.hint.give();
    return created;
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
    ]);
  }
}

/** `moment`, or later if another program's clock was ahead when it wrote the replaced rows. */
function afterAll(before: readonly ReplacedRow[], moment: Date): Date {
  const earliest = before.map(({ created_at: createdAt }) => createdAt.getTime() + 1);
  return new Date(Math.max(moment.getTime(), ...earliest));
}
