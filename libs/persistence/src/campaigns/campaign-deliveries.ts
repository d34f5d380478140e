import { type CampaignDelivery } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { type RunStatement } from '@governance/postgres';
import { traceparent } from '@governance/tracing';
import { randomUUID } from 'node:crypto';
import { campaignMac } from '../addresses/address-macs';
import { sealedRecipient } from '../deliveries/delivery-row';

const insertMails = {
  name: 'insert-campaign-mails',
  text: `
    INSERT INTO deliveries (
      kind, created_at, available_at, traceparent, id, campaign_draft_id, recipient, recipient_mac, domain_mac, organization_mac)
    SELECT $1, $2, $2, $3, mail.* FROM unnest($4::uuid[], $5::uuid[], $6::bytea[], $7::bytea[], $8::bytea[], $9::bytea[]) AS mail`,
};

/** A mail to the contact of a draft. */
export interface CampaignMailing {
  readonly draftId: string;
  readonly orgId: string;
  readonly recipient: string;
}

/** Queues mails as deliveries, in the transaction that decides on them (ADR 2). */
export async function queueCampaignMails(
  query: RunStatement,
  keyring: Keyring,
  {
    kind,
    now,
    mails,
  }: {
    readonly kind: CampaignDelivery['kind'];
    readonly now: Date;
    readonly mails: readonly CampaignMailing[];
  },
): Promise<void> {
  const rows = mails.map(({ draftId, orgId, recipient }) => {
    const id = randomUUID();
    return {
      id,
      draftId,
      organization: campaignMac(keyring, orgId),
      ...sealedRecipient(keyring, id, recipient),
    };
  });
  await query(insertMails, [
    kind,
    now,
    traceparent(),
    rows.map(({ id }) => id),
    rows.map(({ draftId }) => draftId),
    rows.map(({ recipient }) => recipient),
    rows.map(({ recipientMac }) => recipientMac),
    rows.map(({ domainMac }) => domainMac),
    rows.map(({ organization }) => organization),
  ]);
}
