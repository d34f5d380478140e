import { type RoleGrants } from '@governance/postgres';
import { upserts } from './upserts';

/** The public log of certificates. The platform surface has no part in it. */
export const certificateLogAccess: Record<string, RoleGrants> = {
  // No program may change or delete an entry.
  certificate_log_entries: {
    governance_public_api: { SELECT: 'all' },
    governance_public_worker: { SELECT: 'all', INSERT: 'all' },
  },
  certificate_log_tiles: {
    governance_public_api: { SELECT: 'all' },
    governance_public_worker: upserts(),
  },
  certificate_log_checkpoint: {
    governance_public_api: { SELECT: 'all' },
    governance_public_worker: upserts(),
  },
  certificate_log_records: {
    governance_public_worker: {
      SELECT: 'all',
      INSERT: ['result_id', 'kind', 'credential_sha256'],
      UPDATE: ['entry', 'proof', 'salt'],
      DELETE: 'all',
    },
    governance_commands: { SELECT: 'all', UPDATE: ['salt', 'proof'], DELETE: 'all' },
    governance_functions: { INSERT: ['result_id', 'kind', 'credential_sha256'] },
  },
};
