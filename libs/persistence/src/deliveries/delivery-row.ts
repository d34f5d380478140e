import { type ClaimedDelivery, type DeliveryKind } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { domainMacs, recipientMacs } from '../addresses/address-macs';
import { type SealedColumn, type SealedPlace } from '../sealed-columns';

/** Columns of `deliveries` as pg reads them. */
interface DeliveryTable {
  readonly id: string;
  readonly kind: DeliveryKind;
  readonly result_id: string | null;
  readonly invitation_id: string | null;
  readonly expiry_notice_id: string | null;
  readonly recipient: Buffer;
  readonly created_at: Date;
  readonly available_at: Date;
  readonly attempts: number;
  readonly lease: string;
  readonly admitted_at: Date | null;
  readonly message: Buffer | null;
  readonly client_mac: Buffer | null;
  readonly waiting_for: Buffer | null;
}

const claimed = [
  'id',
  'lease',
  'kind',
  'result_id',
  'invitation_id',
  'expiry_notice_id',
  'recipient',
  'created_at',
  'attempts',
  'admitted_at',
  'message',
] as const satisfies readonly (keyof DeliveryTable)[];

/** The columns that a worker reads of a claimed delivery. */
export const claimedColumns = claimed.join(', ');

export type ClaimedRow = Pick<DeliveryTable, (typeof claimed)[number]>;

export function claimOfRow(keyring: Keyring, row: ClaimedRow): ClaimedDelivery {
  const { id, lease, kind, message } = row;
  const held = {
    id,
    lease,
    recipient: keyring.open(row.recipient, deliverySeal('recipient', id)).toString('utf8'),
    createdAt: row.created_at,
    attempts: row.attempts,
    admittedAt: row.admitted_at ?? undefined,
    message: message === null ? undefined : keyring.open(message, deliverySeal('message', id)),
  };
  if (kind === 'invitation') return { ...held, kind, invitationId: row.invitation_id ?? '' };
  if (kind === 'credential-expiry') return { ...held, kind, noticeId: row.expiry_notice_id ?? '' };
  return { ...held, kind, resultId: row.result_id ?? '' };
}

const waiting = [
  'id',
  'kind',
  'result_id',
  'client_mac',
  'available_at',
  'waiting_for',
] as const satisfies readonly (keyof DeliveryTable)[];

/** The columns of a certificate that waits for the same recipient as another. */
export const waitingColumns = waiting.join(', ');

export type WaitingRow = Pick<DeliveryTable, (typeof waiting)[number]>;

/** The columns of a new certificate delivery, in the order of an INSERT. */
export const queuedCertificateColumns =
  'id, kind, result_id, recipient, created_at, available_at, recipient_mac, domain_mac, client_mac';

/** The columns of a new invitation delivery, in the order of an INSERT. */
export const queuedInvitationColumns =
  'id, kind, invitation_id, recipient, created_at, available_at, recipient_mac, domain_mac, organization_mac';

/** An address as stored in a delivery. */
export interface SealedRecipient {
  readonly recipient: Buffer;
  readonly recipientMac: Buffer | undefined;
  readonly domainMac: Buffer | undefined;
}

/** Seals an address for the given delivery, with the newest hashes of the address and its domain. */
export function sealedRecipient(keyring: Keyring, deliveryId: string, address: string): SealedRecipient {
  return {
    recipient: keyring.seal(address, deliverySeal('recipient', deliveryId)),
    recipientMac: recipientMacs(keyring, address)[0],
    domainMac: domainMacs(keyring, address)[0],
  };
}

/** The associated data of a sealed value of `deliveries`. */
export function deliverySeal(column: SealedColumn<'deliveries'>, row: string): SealedPlace<'deliveries'> {
  return { table: 'deliveries', column, row };
}

/** An UPDATE of the deliveries that meet a condition, which locks them in the order of their ids. */
export function updateInOrder(changes: string, condition: string): string {
  return `
    WITH locked AS (SELECT id FROM deliveries WHERE ${condition} ORDER BY id FOR UPDATE)
    UPDATE deliveries SET ${changes} FROM locked WHERE deliveries.id = locked.id`;
}

type Cancellation = 'AddressBlocked' | 'InvitationBudget' | 'InvitationReplaced' | 'InvitationRevoked';

/** The assignments that end a delivery before it is sent. `failure` names the cause for operators. */
export function cancelledFor(failure: Cancellation): string {
  return `state = 'cancelled', lease = NULL, waiting_for = NULL, failure = '${failure}'`;
}
