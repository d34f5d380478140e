import { type DatabaseRole, type RoleGrants } from '@governance/postgres';

const recipient = ['recipient', 'recipient_mac'];
const due = ['mode', 'due_at', 'closes_at'];
const code = ['code_mac', 'code_expires_at', 'code_attempts'];
const answered = ['opened_at', 'started_at', 'submitted_at', 'opted_out_at', 'result_id'];
/** What became of the mails. */
const mailed = ['sent_at', 'failed', 'reminded_days'];
/** What erasure and retention clear. */
const personal = ['shown', ...recipient, 'answers', 'code_mac'];
const identity = ['id', 'org_id', 'campaign_id', 'client_id'];

/** The capability narrows what a public program sees to one draft; the columns narrow it to what answering needs. */
export const campaignAccess: Record<string, RoleGrants> = {
  campaigns: {
    governance_platform_api: { SELECT: 'all', INSERT: 'all', UPDATE: ['closed_at'], DELETE: 'all' },
  },
  campaign_drafts: {
    // Neither answers nor codes.
    governance_platform_api: {
      SELECT: [...identity, ...due, ...mailed, ...answered, 'saved_at'],
      INSERT: [...identity, 'capability_hash', 'shown', ...recipient, ...due],
      UPDATE: ['closes_at'],
    },
    governance_platform_worker: {
      SELECT: [...identity, 'capability_hash', 'shown', ...recipient, ...due, ...mailed, ...answered],
      UPDATE: ['reminded_days', ...personal],
    },
    governance_public_api: {
      SELECT: [
        'id',
        'org_id',
        'capability_hash',
        'shown',
        ...recipient,
        ...due,
        'answers',
        'version',
        'saved_at',
        ...code,
        ...answered,
      ],
      UPDATE: ['answers', 'version', 'saved_at', ...code, ...answered],
    },
    governance_commands: { SELECT: ['id', 'recipient_mac'], UPDATE: personal },
    governance_functions: { SELECT: ['id', 'sent_at'], UPDATE: ['sent_at', 'failed'] },
  },
  campaign_outbox: {
    governance_public_api: { INSERT: ['draft_id', 'org_id', 'kind', 'result_id', 'at'] },
    governance_platform_worker: { SELECT: 'all', DELETE: 'all' },
  },
  campaign_opt_outs: {
    governance_platform_api: { SELECT: ['org_id', 'recipient_mac'] },
    governance_platform_worker: { SELECT: ['org_id', 'recipient_mac'], INSERT: 'all' },
  },
};

/** Two find a draft by its capability, and one adds to the outbox of the draft. */
export const campaignPolicies: Readonly<Record<string, readonly DatabaseRole[]>> = {
  'capability select': ['governance_public_api', 'governance_public_worker'],
  'capability update': ['governance_public_api'],
  'capability insert': ['governance_public_api'],
  'campaign-mail select': ['governance_functions', 'governance_platform_worker'],
  'campaign-mail update': ['governance_functions', 'governance_platform_worker'],
  'campaign-mail delete': ['governance_platform_worker'],
};
