import {
  type AuditContext,
  type Invitation,
  type InvitedRole,
  type StoredInvitation,
  type UnsentInvitation,
} from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { Column, namesOf, type RowOf } from '../column';
import { type SealedColumn, type SealedPlace } from '../sealed-columns';

/** Columns of `invitations` as pg reads them. */
const shown = {
  id: new Column<string>(),
  org_id: new Column<string>(),
  email: new Column<Buffer>(),
  role: new Column<InvitedRole>(),
  connection_id: new Column<string | null>(),
  created_at: new Column<Date>(),
  expires_at: new Column<Date>(),
};

type ShownRow = RowOf<typeof shown>;

const unsent = {
  ...shown,
  token: new Column<Buffer>(),
  audit: new Column<Pick<AuditContext, 'actor'>>(),
};

/** The columns of an invitation whose mail is not prepared yet, and which still has its token. */
export const unsentColumns = namesOf(unsent);

export type UnsentRow = RowOf<typeof unsent>;

export function unsentOfRow(keyring: Keyring, row: UnsentRow): UnsentInvitation {
  return {
    invitation: invitationOfRow(keyring, row),
    token: keyring.open(row.token, invitationSeal('token', row.id)).toString('utf8'),
    invitedBy: row.audit.actor,
  };
}

/** The columns of a stored invitation. A revoked invitation counts as replaced. */
export const storedColumns = `${namesOf(shown)}, is_replaced, EXISTS (
  SELECT FROM deliveries WHERE invitation_id = invitations.id AND state IN ('queued', 'parked')) AS is_mail_waiting`;

export interface StoredRow extends ShownRow {
  readonly is_replaced: boolean;
  readonly is_mail_waiting: boolean;
}

export function storedOfRow(keyring: Keyring, row: StoredRow): StoredInvitation {
  return {
    ...invitationOfRow(keyring, row),
    isReplaced: row.is_replaced,
    isMailWaiting: row.is_mail_waiting,
  };
}

function invitationOfRow(keyring: Keyring, row: ShownRow): Invitation {
  return {
    id: row.id,
    orgId: row.org_id,
    email: keyring.open(row.email, invitationSeal('email', row.id)).toString('utf8'),
    role: row.role,
    connectionId: row.connection_id ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

/** The columns of a new invitation, in the order of `invitationValues`; its audit context is the tenth value. */
export const newInvitationColumns =
  'id, org_id, email, email_mac, role, connection_id, token, created_at, expires_at, audit';

export function invitationValues(
  keyring: Keyring,
  { id, orgId, email, role, connectionId, createdAt, expiresAt }: Invitation,
  { token, mac }: { readonly token: string; readonly mac: Buffer },
): unknown[] {
  return [
    id,
    orgId,
    keyring.seal(email, invitationSeal('email', id)),
    mac,
    role,
    connectionId,
    keyring.seal(token, invitationSeal('token', id)),
    createdAt,
    expiresAt,
  ];
}

/** The assignments that replace a pending invitation by a newer one, or revoke it. */
export const replaced = 'is_replaced = true, token = NULL';

export type ReplacedRow = Pick<ShownRow, 'id'>;

/** The associated data of a sealed value of `invitations`. */
function invitationSeal(column: SealedColumn<'invitations'>, row: string): SealedPlace<'invitations'> {
  return { table: 'invitations', column, row };
}
