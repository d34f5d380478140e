import {
  campaignCodeKinds,
  campaignKinds,
  type CertificateDelivery,
  certificateKinds,
  type ClaimedDelivery,
  type DeliveryKind,
} from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { domainMacs, recipientMacs } from '../addresses/address-macs';
import { Column, namesOf, type RowOf } from '../column';
import { type SealedColumn, type SealedPlace } from '../sealed-columns';

/** Columns of `deliveries` as pg reads them. */
const claimed = {
  id: new Column<string>(),
  lease: new Column<string>(),
  kind: new Column<DeliveryKind>(),
  result_id: new Column<string | null>(),
  invitation_id: new Column<string | null>(),
  expiry_notice_id: new Column<string | null>(),
  campaign_draft_id: new Column<string | null>(),
  recipient: new Column<Buffer>(),
  created_at: new Column<Date>(),
  attempts: new Column<number>(),
  admitted_at: new Column<Date | null>(),
  message: new Column<Buffer | null>(),
  traceparent: new Column<string | null>(),
};

/** The columns that a worker reads of a claimed delivery. */
export const claimedColumns = namesOf(claimed);

export type ClaimedRow = RowOf<typeof claimed>;

export function claimOfRow(keyring: Keyring, row: ClaimedRow): ClaimedDelivery {
  const { kind } = row;
  const held = heldOf(keyring, row);
  if (kind === 'invitation') return { ...held, kind, invitationId: row.invitation_id ?? '' };
  if (kind === 'credential-expiry') return { ...held, kind, noticeId: row.expiry_notice_id ?? '' };
  if (isOfCampaign(kind)) return { ...held, kind, draftId: row.campaign_draft_id ?? '' };
  return { ...held, kind, resultId: row.result_id ?? '' };
}

const ofCampaigns = [...campaignKinds, ...campaignCodeKinds] as const;

function isOfCampaign(kind: DeliveryKind): kind is (typeof ofCampaigns)[number] {
  return ofCampaigns.some((known) => known === kind);
}

/** What claims of every kind have. */
function heldOf(keyring: Keyring, row: ClaimedRow): Omit<CertificateDelivery, 'kind' | 'resultId'> {
  const { id, lease, message } = row;
  return {
    id,
    lease,
    recipient: keyring.open(row.recipient, deliverySeal('recipient', id)).toString('utf8'),
    createdAt: row.created_at,
    attempts: row.attempts,
    admittedAt: row.admitted_at ?? undefined,
    traceparent: row.traceparent ?? undefined,
    message: message === null ? undefined : keyring.open(message, deliverySeal('message', id)),
  };
}

const waiting = {
  id: new Column<string>(),
  kind: new Column<DeliveryKind>(),
  result_id: new Column<string | null>(),
  client_mac: new Column<Buffer | null>(),
  available_at: new Column<Date>(),
  waiting_for: new Column<Buffer | null>(),
};

/** The columns of a certificate that waits for the same recipient as another. */
export const waitingColumns = namesOf(waiting);

export type WaitingRow = RowOf<typeof waiting>;

/** The columns of a new certificate delivery, in the order of an INSERT. */
export const queuedCertificateColumns =
  'id, kind, result_id, recipient, created_at, available_at, recipient_mac, domain_mac, client_mac, traceparent';

/** The columns of a new invitation delivery, in the order of an INSERT. */
export const queuedInvitationColumns =
  'id, kind, invitation_id, recipient, created_at, available_at, recipient_mac, domain_mac, organization_mac, traceparent';

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

/** A condition: the delivery brings a certificate. */
export const ofCertificate = `kind IN (${certificateKinds.map((kind) => `'${kind}'`).join(', ')})`;

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

type Cancellation =
  'AddressBlocked' | 'CampaignClosed' | 'InvitationBudget' | 'InvitationReplaced' | 'InvitationRevoked';

/** The assignments that end a delivery before it is sent. `failure` names the cause for operators. */
export function cancelledFor(failure: Cancellation): string {
  return `state = 'cancelled', lease = NULL, waiting_for = NULL, failure = '${failure}'`;
}
