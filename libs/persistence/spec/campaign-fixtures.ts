import {
  type Campaign,
  type CampaignDraft,
  type CampaignWrite,
  type OrgClient,
} from '@governance/assessments';
import { CampaignCapability } from '@governance/keyring';
import { randomUUID } from 'node:crypto';
import { recipientMacs } from '../src/addresses/address-macs';
import { contextOf } from './credential-fixtures';
import { laterBy, noon, type TestStores } from './fixtures';

const dayMs = 86_400_000;

/** A row of a campaign, of its draft, and of all that can become of the draft. */
export async function addCampaign(
  { keyring, sql }: Pick<TestStores, 'keyring' | 'sql'>,
  {
    orgId,
    clientId,
    email = 'eva@globex.example',
    shown = {},
  }: { readonly orgId: string; readonly clientId: string; readonly email?: string; readonly shown?: object },
): Promise<{ readonly campaignId: string; readonly draftId: string; readonly hash: Buffer }> {
  const [campaignId, draftId] = [randomUUID(), randomUUID()];
  const capabilities = new CampaignCapability(keyring);
  const hash = capabilities.hashOf(capabilities.of(draftId)) ?? Buffer.alloc(0);
  const seal = (column: 'shown' | 'recipient', text: string): Buffer =>
    keyring.seal(text, { table: 'campaign_drafts', column, row: draftId });
  const [mac] = recipientMacs(keyring, email);
  await sql(
    `INSERT INTO campaigns VALUES ($1, $2, 'Spring', 'msp-self', '', 'Acme', 'acme.example', $3, 'u', $4)`,
    [orgId, campaignId, laterBy(10 * dayMs), noon],
  );
  await sql(
    `INSERT INTO campaign_drafts (id, org_id, campaign_id, client_id, capability_hash, shown, recipient, recipient_mac, mode, due_at,
       closes_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'msp-self', $9, $9)`,
    [
      draftId,
      orgId,
      campaignId,
      clientId,
      hash,
      seal('shown', JSON.stringify(shown)),
      seal('recipient', email),
      mac,
      laterBy(10 * dayMs),
    ],
  );
  await sql(`INSERT INTO campaign_outbox (draft_id, org_id, kind, at) VALUES ($1, $2, 'opted-out', $3)`, [
    draftId,
    orgId,
    noon,
  ]);
  await sql('INSERT INTO campaign_opt_outs VALUES ($1, $2, $3)', [orgId, mac, noon]);
  return { campaignId, draftId, hash };
}

export function campaignOf(overrides: Partial<Campaign> = {}): Campaign {
  return {
    id: randomUUID(),
    createdAt: noon,
    createdBy: 'user_ada',
    name: 'Spring',
    mode: 'msp-self',
    message: 'Please answer.',
    sender: { name: 'Acme', domain: 'acme.example' },
    dueAt: laterBy(10 * dayMs),
    closedAt: undefined,
    ...overrides,
  };
}

export function draftsOf(clients: readonly OrgClient[]): readonly CampaignDraft[] {
  return clients.map(({ id: clientId, name: clientName, contactName, contactEmail: recipient = '' }) => ({
    id: randomUUID(),
    clientId,
    clientName,
    contactName,
    recipient,
  }));
}

export function writingCampaign(
  operation: 'create' | 'close' | 'delete',
  orgId: string,
  now = noon,
): CampaignWrite {
  return { now, audit: contextOf(`org-campaigns:${operation}`, { orgId }) };
}
