import { type Invitation, type Role, type StoredInvitation, type UnsentInvitation } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type SealedColumn, type SealedPlace } from '../sealed-columns';

/** Columns of `invitations` as pg reads them. */
interface InvitationTable {
  readonly id: string;
  readonly org_id: string;
  readonly email: Buffer;
  readonly role: Role;
  readonly connection_id: string | null;
  readonly token: Buffer;
  readonly is_replaced: boolean;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const shown = [
  'id',
  'org_id',
  'email',
  'role',
  'connection_id',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof InvitationTable)[];

type ShownRow = Pick<InvitationTable, (typeof shown)[number]>;

const unsent = [...shown, 'token'] as const satisfies readonly (keyof InvitationTable)[];

/** The columns of an invitation whose mail is not prepared yet, and which still has its token. */
export const unsentColumns = unsent.join(', ');

export type UnsentRow = Pick<InvitationTable, (typeof unsent)[number]>;

export function unsentOfRow(keyring: Keyring, row: UnsentRow): UnsentInvitation {
  return {
    invitation: invitationOfRow(keyring, row),
    token: keyring.open(row.token, invitationSeal('token', row.id)).toString('utf8'),
  };
}

/** The columns of a stored invitation. A revoked invitation counts as replaced. */
export const storedColumns = `${shown.join(', ')}, is_replaced, EXISTS (
  SELECT FROM deliveries WHERE invitation_id = invitations.id AND state IN ('queued', 'parked')) AS is_mail_waiting`;

export interface StoredRow extends ShownRow, Pick<InvitationTable, 'is_replaced'> {
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

export type ReplacedRow = Pick<InvitationTable, 'id'>;

/** The associated data of a sealed value of `invitations`. */
function invitationSeal(column: SealedColumn<'invitations'>, row: string): SealedPlace<'invitations'> {
  return { table: 'invitations', column, row };
}
