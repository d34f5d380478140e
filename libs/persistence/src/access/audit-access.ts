import { type RoleGrants } from '@governance/postgres';

/** The columns of a tree head before it is signed. */
const unsignedHead = ['org_id', 'tree_size', 'root', 'created_at'];

/** The audit trail and its trees, behind row-level security like every table of organizations. */
export const auditAccess: Record<string, RoleGrants> = {
  // Rows are never updated, and only the worker deletes them, when they are old and a signed tree head covers them.
  audit_trail: {
    governance_platform_api: { SELECT: 'all', INSERT: 'all' },
    governance_platform_worker: { SELECT: 'all', INSERT: 'all', DELETE: 'all' },
    governance_commands: { SELECT: 'all', INSERT: 'all' },
    governance_functions: { INSERT: 'all' },
  },
  unsealed_audit_events: {
    governance_platform_worker: { SELECT: 'all', DELETE: 'all' },
    governance_commands: { SELECT: 'all', DELETE: 'all' },
    governance_functions: { INSERT: 'all' },
  },
  // The program that exports a proof asks for a tree head; the worker makes it.
  audit_seal_requests: {
    governance_platform_api: { INSERT: 'all' },
    governance_platform_worker: { SELECT: 'all', DELETE: 'all' },
    governance_commands: { SELECT: 'all', DELETE: 'all' },
  },
  audit_leaves: {
    governance_platform_api: { SELECT: 'all' },
    governance_platform_worker: { SELECT: 'all', INSERT: 'all' },
    governance_commands: { SELECT: 'all', INSERT: 'all' },
    governance_public_worker: { SELECT: ['org_id', 'leaf_index', 'hash'] },
  },
  audit_tree_tiles: {
    governance_platform_api: { SELECT: 'all' },
    governance_platform_worker: { SELECT: 'all', INSERT: 'all', UPDATE: ['hashes'] },
    governance_commands: { SELECT: 'all', INSERT: 'all', UPDATE: ['hashes'] },
    governance_public_worker: { SELECT: 'all' },
  },
  audit_tree_heads: {
    governance_platform_api: { SELECT: 'all' },
    governance_platform_worker: { SELECT: 'all', INSERT: unsignedHead },
    governance_commands: { SELECT: 'all', INSERT: unsignedHead },
    // It has the key that signs, and reads hashes but no event.
    governance_public_worker: { SELECT: 'all', UPDATE: ['jws'] },
  },
};
