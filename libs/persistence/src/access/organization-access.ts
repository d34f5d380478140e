import { type RoleGrants } from '@governance/postgres';
import { upserts } from './upserts';

/** The columns of an invitation that its organization's list shows, and those that find and replace it. */
const listedInvitation = [
  'id',
  'org_id',
  'email',
  'email_mac',
  'role',
  'connection_id',
  'is_replaced',
  'created_at',
  'expires_at',
];

/** The columns of a client that erasure clears. */
const contactOfClient = ['contact_name', 'contact_email', 'contact_email_mac'];
/** The columns of a client that its organization changes. */
const writtenClient = [
  'name',
  ...contactOfClient,
  'reference',
  'domain',
  'tags',
  'owner_id',
  'member_ids',
  'is_archived',
  'updated_at',
  'name_result_id',
  'is_indexed',
];
/** The columns that a client has from the first. The others are null. */
const newClient = ['org_id', 'id', 'tags', 'is_archived', 'created_at', 'updated_at'];
/** Triggers add what lists read. */
const newAttachment = ['org_id', 'result_id', 'attached_at', 'client_id'];

/** An operator sets them. */
const policies: RoleGrants = {
  governance_platform_api: { SELECT: 'all' },
  governance_commands: upserts(),
};

/** Behind row-level security: a role sees the rows of the organization it has set, or those of its own scopes. */
export const organizationAccess: Record<string, RoleGrants> = {
  service_identities: {
    governance_platform_api: {
      SELECT: 'all',
      INSERT: 'all',
      UPDATE: ['is_ready', 'name', 'is_kept'],
      DELETE: 'all',
    },
    governance_platform_worker: { SELECT: 'all', UPDATE: ['is_ready'], DELETE: 'all' },
  },
  credential_intents: {
    governance_platform_api: { SELECT: 'all', INSERT: 'all', DELETE: 'all' },
    governance_platform_worker: { SELECT: 'all', UPDATE: ['lease', 'lease_until'], DELETE: 'all' },
  },
  credential_creation_keys: {
    governance_platform_api: upserts(),
    governance_platform_worker: { SELECT: 'all', DELETE: 'all' },
  },
  expiry_notices: {
    governance_platform_worker: { SELECT: 'all', INSERT: 'all', DELETE: 'all' },
  },
  provider_changes: {
    governance_platform_api: {
      SELECT: 'all',
      INSERT: 'all',
      UPDATE: ['lease', 'lease_until'],
      DELETE: 'all',
    },
    governance_platform_worker: { SELECT: 'all', UPDATE: ['lease', 'lease_until'], DELETE: 'all' },
  },
  credential_policies: { governance_platform_api: upserts() },
  organization_policies: policies,
  second_factor_windows: policies,
  invitations: {
    governance_platform_api: {
      SELECT: listedInvitation,
      INSERT: 'all',
      UPDATE: ['is_replaced', 'token'],
    },
    governance_platform_worker: { SELECT: 'all', DELETE: 'all' },
    // Erasure deletes; the command that creates an organization invites its first account-admin.
    governance_commands: {
      SELECT: listedInvitation,
      INSERT: 'all',
      UPDATE: ['is_replaced', 'token'],
      DELETE: 'all',
    },
    governance_functions: { SELECT: ['id', 'org_id', 'audit'], UPDATE: ['token'] },
  },
  org_clients: {
    governance_platform_api: { SELECT: 'all', INSERT: 'all', UPDATE: writtenClient, DELETE: 'all' },
    // The organization, because the policy of words reads it.
    governance_commands: { SELECT: ['id', 'org_id', 'contact_email_mac'], UPDATE: contactOfClient },
    // It attaches what campaigns bring, and stores the words of declared names.
    governance_platform_worker: { SELECT: 'all', UPDATE: ['is_indexed'] },
    // Triggers make clients for attachments of the previous release, and follow the names that results declare.
    governance_functions: {
      SELECT: ['org_id', 'id', 'name', 'name_result_id'],
      INSERT: newClient,
      UPDATE: ['name_result_id', 'is_indexed'],
    },
  },
  org_client_words: {
    governance_platform_api: { SELECT: 'all', INSERT: 'all', DELETE: 'all' },
    governance_platform_worker: { SELECT: 'all', INSERT: 'all', DELETE: 'all' },
    governance_commands: { SELECT: ['client_id', 'of_contact'], DELETE: 'all' },
    governance_functions: { SELECT: ['org_id', 'client_id', 'of_result'], DELETE: 'all' },
  },
  org_results: {
    governance_platform_api: { SELECT: 'all', INSERT: newAttachment, UPDATE: ['client_id'], DELETE: 'all' },
    governance_platform_worker: { SELECT: 'all', INSERT: newAttachment, UPDATE: ['client_id'] },
    governance_commands: { SELECT: ['org_id', 'result_id', 'client_id'], DELETE: 'all' },
    governance_functions: { SELECT: 'all', UPDATE: ['withdrawn_at', 'is_latest'] },
  },
  review_packs: {
    governance_platform_api: {
      SELECT: 'all',
      INSERT: ['id', 'org_id', 'client_id', 'content', 'requested_at', 'available_at'],
      DELETE: 'all',
    },
    // It prints them, and deletes old ones.
    governance_public_worker: {
      SELECT: ['id', 'content', 'state', 'requested_at'],
      UPDATE: ['state', 'available_at', 'document'],
      DELETE: 'all',
    },
    governance_commands: { SELECT: ['org_id', 'client_id'], DELETE: 'all' },
  },
  token_cut_offs: {
    governance_public_api: { SELECT: 'all' },
    governance_platform_api: upserts(),
    // It ends the tokens that an interrupted change has to end.
    governance_platform_worker: upserts(),
    governance_commands: upserts(),
  },
};
