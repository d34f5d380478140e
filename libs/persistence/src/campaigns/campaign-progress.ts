import { cancelledByEnd } from '@governance/assessments';
import { campaignColumns, stepColumns } from './campaign-row';

const steps = {
  clients: 'TRUE',
  sent: 'sent_at IS NOT NULL',
  opened: 'opened_at IS NOT NULL',
  started: 'started_at IS NOT NULL',
  submitted: 'submitted_at IS NOT NULL',
  failed: `failed <> '${cancelledByEnd}'`,
  opted_out: 'opted_out_at IS NOT NULL',
  // The end of the due day, in UTC, at $2. Who has opted out or got no mail owes no answer.
  overdue: `submitted_at IS NULL AND opted_out_at IS NULL AND failed IS NULL
    AND $2 >= (date_trunc('day', draft.due_at AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'`,
};

const counts = Object.entries(steps).map(
  ([name, condition]) => `count(*) FILTER (WHERE ${condition})::integer AS ${name}`,
);

/** Campaigns of the organization $1 with the progress at $2 of the clients that the transaction sees. The condition is about campaigns. */
function campaignsWithProgress(condition: string): string {
  return `
    SELECT campaign.*, progress.* FROM (
      SELECT org_id, ${campaignColumns} FROM campaigns WHERE org_id = $1 AND ${condition}) AS campaign
    CROSS JOIN LATERAL (
      SELECT ${counts.join(', ')}
      FROM campaign_drafts AS draft JOIN org_clients AS client ON client.org_id = draft.org_id AND client.id = draft.client_id
      WHERE draft.org_id = campaign.org_id AND draft.campaign_id = campaign.id) AS progress
    ORDER BY campaign.created_at DESC, campaign.id DESC`;
}

/** Those before $3 and $4, $5 of them. */
const page = '(created_at, id) < ($3, $4) ORDER BY created_at DESC, id DESC LIMIT $5';
const ofClient = 'id IN (SELECT campaign_id FROM campaign_drafts WHERE org_id = $1 AND client_id = $6)';

export const listCampaigns = { name: 'list-campaigns', text: campaignsWithProgress(page) };

/** With the steps of the client $6. Without a draft that the viewer sees, there is none. */
export const listCampaignsOfClient = {
  name: 'list-campaigns-of-client',
  text: `
    SELECT campaign.*, ${stepColumns}
    FROM (${campaignsWithProgress(`${ofClient} AND ${page}`)}) AS campaign
      JOIN campaign_drafts AS draft
        ON draft.org_id = $1 AND draft.campaign_id = campaign.id AND draft.client_id = $6
    ORDER BY campaign.created_at DESC, campaign.id DESC`,
};

export const selectCampaign = { name: 'select-campaign', text: campaignsWithProgress('id = $3') };
