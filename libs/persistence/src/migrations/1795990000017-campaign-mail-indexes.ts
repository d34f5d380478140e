import { IndexMigration } from '@governance/postgres';

const due = `state = 'queued' AND kind IN ('invitation', 'credential-expiry', 'campaign-invitation', 'campaign-reminder')`;

/** Of the mails that are sent for organizations, those of campaigns too. Statements of the previous release use them as well. */
export class CampaignMailIndexes1795990000017 extends IndexMigration {
  readonly name = 'CampaignMailIndexes1795990000017';
  readonly indexes = {
    deliveries_by_campaign_draft: 'deliveries (campaign_draft_id) WHERE campaign_draft_id IS NOT NULL',
    deliveries_due_invitations: `deliveries (available_at, created_at) WHERE ${due}`,
    deliveries_due_by_organization: `deliveries (coalesce(organization_mac, ''), available_at, created_at) WHERE ${due}`,
  };
}
