import { type Invitation, type InvitationParts, OrgInvitations } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { domainMacs, organizationMac, recipientMacs } from '../addresses/address-macs';
import { auditJson, insertAuditRow } from '../audit/audit-rows';
import { type Database, type RunStatement } from '@governance/postgres';
import { lockKey } from '../key-lock';
import { inOrganization } from '../access/scoped-transactions';
import { WorkHint } from '../deliveries/work-hint';
import { invitationSeal } from './invitation-seal';

/** A row made before a rotation of the keyring is found by its older hash. */
const replacePending = {
  name: 'replace-pending-invitation',
  text: `
    UPDATE invitations SET is_replaced = true, token = NULL
    WHERE org_id = $1 AND email_mac = ANY($2) AND NOT is_replaced
    RETURNING id, created_at`,
};

/** Mail that was set aside for an operator is not to go out later either. */
const cancelUnsent = {
  name: 'cancel-mail-of-replaced-invitation',
  text: `
    UPDATE deliveries
    SET state = 'cancelled', lease = NULL, waiting_for = NULL, message = NULL, failure = 'InvitationReplaced'
    WHERE invitation_id = ANY($1) AND state IN ('queued', 'parked')`,
};

/** One statement, so that no invitation is without its mail, nor without a row that says who made it. */
const createInvitation = {
  name: 'create-invitation',
  text: `
    WITH invitation AS (
      INSERT INTO invitations (
        id, org_id, email, email_mac, role, connection_id, token, created_at, expires_at, audit)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)),
    audit AS (${insertAuditRow({
      context: '$10::jsonb',
      at: '$8::timestamptz',
      orgId: '$2::text',
      target: '$1::uuid::text',
      outcome: 'done',
    })})
    INSERT INTO deliveries (
      id, kind, invitation_id, recipient, created_at, available_at, recipient_mac, domain_mac, organization_mac)
    VALUES ($11, 'invitation', $1, $12, $8, $8, $4, $13, $14)`,
};

interface ReplacedRow {
  readonly id: string;
  readonly created_at: Date;
}

/** The invitations of one organization in PostgreSQL. An address is found by the hash by which mail to it is counted. */
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
      const { rows: replaced } = await query<ReplacedRow>(replacePending, [this.orgId, macs]);
      await query(cancelUnsent, [replaced.map(({ id }) => id)]);
      const createdAt = afterAll(replaced, invitation.createdAt);
      await this.insert(query, { ...invitation, createdAt }, { ...parts, mac });
      return { ...invitation, createdAt };
    });
    this.hint.give();
    return created;
  }

  private async insert(
    query: RunStatement,
    { id, email, role, connectionId, createdAt, expiresAt }: Invitation,
    { token, deliveryId, audit, mac }: InvitationParts & { readonly mac: Buffer },
  ): Promise<void> {
    await query(createInvitation, [
      id,
      this.orgId,
      this.keyring.seal(email, invitationSeal('email', id)),
      mac,
      role,
      connectionId,
      this.keyring.seal(token, invitationSeal('token', id)),
      createdAt,
      expiresAt,
      auditJson(audit),
      deliveryId,
      this.keyring.seal(email, { table: 'deliveries', column: 'recipient', row: deliveryId }),
      domainMacs(this.keyring, email)[0],
      organizationMac(this.keyring, this.orgId),
    ]);
  }
}

/** The moment, unless the clock of another program was ahead when it made what is replaced. */
function afterAll(replaced: readonly ReplacedRow[], moment: Date): Date {
  const earliest = replaced.map(({ created_at: createdAt }) => createdAt.getTime() + 1);
  return new Date(Math.max(moment.getTime(), ...earliest));
}
