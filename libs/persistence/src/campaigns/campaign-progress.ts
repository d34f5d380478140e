import { cancelledByEnd } from '@governance/assessments';
import { campaignColumns } from './campaign-row';

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
export function campaignsWithProgress(condition: string): string {
  return `
    SELECT campaign.*, progress.* FROM (
      SELECT org_id, ${campaignColumns} FROM campaigns WHERE org_id = $1 AND ${condition}) AS campaign
    CROSS JOIN LATERAL (
      SELECT ${counts.join(', ')}
      FROM campaign_drafts AS draft JOIN org_clients AS client ON client.org_id = draft.org_id AND client.id = draft.client_id
      WHERE draft.org_id = campaign.org_id AND draft.campaign_id = campaign.id) AS progress
    ORDER BY campaign.created_at DESC, campaign.id DESC`;
}
