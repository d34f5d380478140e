import { type RoleGrants, type SchemaAccess, type TableGrants } from '@governance/postgres';
import { auditAccess } from './audit-access';
import { campaignAccess } from './campaign-access';
import { certificateLogAccess } from './certificate-log-access';
import { credentialAccess } from './credential-access';
import { organizationAccess } from './organization-access';
import { scopePolicies } from './scope-policies';
import { upserts } from './upserts';

/** The columns of a result without personal data. */
const outcome = [
  'id',
  'created_at',
  'mode',
  'rubric_id',
  'rubric_version',
  'rubric_sha256',
  'answers',
  'overall_score',
  'tier',
  'launch_allowed',
  'launch_reason',
  'domain_scores',
];
/** What `submission_mac` is about. */
const authenticated = [
  'id',
  'created_at',
  'mode',
  'rubric_sha256',
  'overall_score',
  'tier',
  'launch_allowed',
];
/** The columns of a domain that requests set. */
const askedDomain = ['result_id', 'request', 'expires_at', 'check_due_at', 'problem', 'confirmed_at'];
const statusEntry = ['status_list', 'status_index'];
const certification = ['credential', 'credential_key_id', 'status_list', 'status_index'];
/** The columns of a result that erasure and retention clear. */
const submitter = [
  'submitter_email',
  'submitter_email_mac',
  'notes',
  'holder_proof',
  'organization_name',
  'evidence',
];
/** The columns of a document that a request sets. */
const requestedDocument = ['result_id', 'state', 'requested_at', 'available_at', 'attempts', 'failure'];
const addressee = ['recipient', 'recipient_mac', 'domain_mac'];
/** The columns of a delivery that they clear. */
const recipient = [...addressee, 'client_mac', 'message', 'waiting_for'];
/** The columns of a delivery that a worker updates. */
const progress = [
  'state',
  'available_at',
  'attempts',
  'lease',
  'message',
  'failure',
  'sent_at',
  'admitted_at',
  'waiting_since',
  'waiting_for',
  'recipient_mac',
  'domain_mac',
];
const cancellation = ['state', 'lease', 'waiting_for', 'message', 'failure'];
/** The columns of a delivery that tell its progress, without its recipient. */
const told = ['result_id', 'kind', 'state', 'created_at', 'sent_at', 'failure', 'waiting_since'];
const queued = ['id', 'kind', 'created_at', 'available_at', 'traceparent', ...addressee];
const invitationMail = [...queued, 'invitation_id', 'organization_mac'];
const requestsDocuments = {
  SELECT: ['result_id', 'state', 'requested_at', 'available_at', 'document'],
  INSERT: requestedDocument,
  UPDATE: requestedDocument,
};
/** PDFs that are made on request. */
const documents: RoleGrants = {
  governance_public_api: requestsDocuments,
  governance_public_worker: {
    SELECT: 'all',
    UPDATE: ['state', 'available_at', 'attempts', 'lease', 'failure', 'document'],
    DELETE: 'all',
  },
  // Erasure and withdrawal remove documents at once.
  governance_commands: { SELECT: ['result_id'], DELETE: 'all' },
};

const assessments: Record<string, RoleGrants> = {
  survey_results: {
    governance_public_api: {
      SELECT: [
        ...outcome,
        'submitter_email',
        'holder_proof',
        'organization_name',
        'evidence',
        'withdrawn_at',
      ],
      INSERT: [
        ...outcome,
        'submission_mac',
        'submitter_email',
        'submitter_email_mac',
        'notes',
        'organization_name',
        'evidence',
      ],
    },
    governance_public_worker: {
      SELECT: [...outcome, ...certification, ...submitter, 'withdrawn_at'],
      UPDATE: [...certification, ...submitter],
    },
    governance_commands: {
      SELECT: [...authenticated, 'credential', 'submission_mac', 'submitter_email_mac', 'withdrawn_at'],
      UPDATE: ['withdrawn_at', 'withdrawal_reason', ...submitter],
    },
    // Locking a row requires the right to update it.
    governance_functions: {
      SELECT: [...outcome, 'submitter_email', 'organization_name', 'withdrawn_at'],
      UPDATE: ['withdrawn_at'],
    },
  },
  certificate_domains: {
    governance_public_api: {
      SELECT: [
        ...askedDomain,
        'proven_at',
        'way',
        'proven_until',
        'missing_since',
        'missing_answers',
        ...statusEntry,
      ],
      INSERT: ['result_id', 'request', 'expires_at'],
      UPDATE: askedDomain,
      DELETE: 'all',
    },
    governance_public_worker: { SELECT: 'all', UPDATE: 'all', DELETE: 'all' },
    governance_commands: { SELECT: ['result_id', 'credential'] },
    governance_functions: { SELECT: ['result_id', 'name', 'proven_at'] },
  },
  ended_domain_credentials: {
    governance_public_api: { INSERT: 'all' },
    governance_public_worker: { SELECT: 'all', INSERT: 'all' },
  },
  verifiable_results: {
    governance_public_api: { SELECT: 'all' },
    governance_public_worker: { SELECT: 'all' },
    governance_platform_api: { SELECT: 'all' },
  },
  attached_results: {
    governance_platform_api: { SELECT: 'all' },
    governance_platform_worker: { SELECT: ['id', 'organization_name'] },
  },
  certificate_documents: {
    ...documents,
    // One that shows a domain which its holder withdraws.
    governance_public_api: { ...requestsDocuments, DELETE: 'all' },
  },
  evidence_reports: documents,
  idempotency_keys: {
    governance_public_api: upserts(),
    governance_public_worker: { SELECT: ['key_mac', 'created_at'], DELETE: 'all' },
  },
  rate_limits: {
    governance_public_api: upserts(),
    governance_platform_api: upserts(),
    governance_public_worker: { SELECT: ['key', 'expires_at'], DELETE: 'all' },
  },
  issuer_keys: {
    governance_public_api: { SELECT: 'all' },
    governance_platform_api: { SELECT: 'all' },
    governance_public_worker: { SELECT: 'all', INSERT: 'all' },
  },
  status_lists: {
    governance_public_api: { SELECT: 'all' },
    governance_public_worker: upserts(),
  },
};

const mail: Record<string, RoleGrants> = {
  deliveries: {
    governance_public_api: {
      SELECT: ['id', 'recipient_mac', ...told],
      INSERT: [...queued, 'client_mac', 'result_id', 'campaign_draft_id'],
      UPDATE: cancellation,
    },
    governance_public_worker: {
      SELECT: 'all',
      // It asks a domain again before a proof ends.
      INSERT: [...queued, 'result_id'],
      UPDATE: [...progress, 'recipient', 'client_mac'],
      // Settled ones, after their retention.
      DELETE: 'all',
    },
    governance_platform_api: {
      SELECT: ['id', 'invitation_id', 'campaign_draft_id', 'state'],
      INSERT: [...invitationMail, 'campaign_draft_id'],
      UPDATE: cancellation,
    },
    governance_platform_worker: {
      SELECT: 'all',
      INSERT: [...queued, 'expiry_notice_id', 'campaign_draft_id', 'organization_mac'],
      UPDATE: progress,
    },
    governance_commands: {
      SELECT: ['id', 'recipient_mac', 'result_id', 'invitation_id', 'state'],
      INSERT: invitationMail,
      UPDATE: ['state', 'lease', 'failure', ...recipient],
    },
    // An autoscaler counts by functions.
    governance_functions: { SELECT: ['kind', 'state', 'available_at'] },
  },
  blocked_addresses: {
    governance_public_api: { INSERT: 'all' },
    governance_public_worker: { SELECT: 'all' },
    governance_platform_worker: { SELECT: 'all' },
  },
};

const runsJobs: TableGrants = {
  SELECT: 'all',
  INSERT: ['queue', 'due_at'],
  UPDATE: ['due_at', 'attempts', 'lease', 'failure'],
  DELETE: 'all',
};

/** The schema shared by both surfaces. */
export const surfaceAccess: SchemaAccess = {
  schema: 'public',
  tables: {
    ...assessments,
    ...mail,
    ...organizationAccess,
    ...credentialAccess,
    ...auditAccess,
    ...campaignAccess,
    ...certificateLogAccess,
    profiles: { governance_platform_api: upserts() },
    console_sessions: {
      governance_platform_api: {
        SELECT: 'all',
        INSERT: 'all',
        UPDATE: ['tokens', 'last_used_at', 'refreshing_until', 'kept_form', 'kept_form_ends_at'],
        DELETE: 'all',
      },
      governance_platform_worker: {
        SELECT: ['id', 'issuer', 'subject', 'created_at', 'last_used_at', 'ends_at'],
        // Locking rows requires the right to update a column.
        UPDATE: ['refreshing_until'],
        DELETE: 'all',
      },
      // The public surface finds the person of a session by a function: neither tokens nor the secret of the console.
      governance_functions: { SELECT: ['id', 'site_secret_hash', 'site_person', 'last_used_at', 'ends_at'] },
    },
    // Rows are never updated.
    default_second_factor_windows: {
      governance_platform_api: { SELECT: 'all' },
      governance_commands: { SELECT: 'all', INSERT: 'all' },
    },
    // Row-level security shows a worker its own queues.
    jobs: {
      governance_public_worker: runsJobs,
      governance_platform_worker: runsJobs,
      governance_functions: upserts(),
    },
    migrations: {},
  },
  sequences: {
    certificate_numbers: ['governance_public_worker'],
    certificate_log_records_id_seq: [],
    audit_trail_id_seq: [],
    migrations_id_seq: [],
  },
  functions: {
    // Used by earlier releases; a later release drops the three.
    find_active_credential: ['governance_public_api', 'governance_platform_api'],
    find_client_credential: ['governance_public_api', 'governance_platform_api'],
    find_issued_credential: ['governance_public_api', 'governance_platform_api'],
    find_active_machine: ['governance_public_api', 'governance_platform_api'],
    find_token_cut_off: ['governance_public_api', 'governance_platform_api'],
    find_site_session: ['governance_public_api'],
    note_credential_uses: ['governance_public_api', 'governance_platform_api'],
    lock_mailable_result: ['governance_public_api'],
    lock_result_to_attach: ['governance_platform_api', 'governance_platform_worker'],
    is_sealed_audit_event: ['governance_platform_worker'],
    keep_audit_months: ['governance_platform_worker'],
    due_public_work: ['governance_scaler'],
    due_platform_work: ['governance_scaler'],
    add_audit_month: [],
    attach_audit_month: [],
    // Trigger functions need no permission to run.
    refuse_change_of_audit_trail: [],
    refuse_loss_of_audit_event: [],
    record_credential: [],
    record_withdrawal: [],
    complete_org_result: [],
    refresh_client: [],
    refresh_clients_of_result: [],
    follow_changed_results: [],
    settle_invitation_mail: [],
    queue_audit_event: [],
    add_job: [],
    copy_answer_levels: [],
    add_campaign_job: [],
    settle_campaign_mail: [],
  },
  scopePolicies,
};
