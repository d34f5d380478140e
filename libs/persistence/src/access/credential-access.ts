import { type RoleGrants } from '@governance/postgres';

/** The columns of a credential that a rotation updates. */
const replaced = [
  'key_thumbprint',
  'secret_last_four',
  'previous_last_four',
  'previous_created_at',
  'previous_expires_at',
];

/** Of M2M credentials, behind row-level security, and of the issuer of those without one. */
export const credentialAccess: Record<string, RoleGrants> = {
  m2m_credentials: {
    governance_platform_api: {
      SELECT: 'all',
      INSERT: 'all',
      DELETE: 'all',
      UPDATE: [
        'name',
        'description',
        'state',
        'client_id',
        'created_at',
        'last_rotated_at',
        'expires_at',
        ...replaced,
      ],
    },
    governance_platform_worker: {
      SELECT: 'all',
      DELETE: 'all',
      UPDATE: [
        'state',
        'client_id',
        'created_at',
        'last_rotated_at',
        'expires_at',
        ...replaced,
        'noticed_expiry',
        'noticed_days',
      ],
    },
    governance_functions: {
      SELECT: [
        'id',
        'client_id',
        'issuer',
        'org_id',
        'state',
        'expires_at',
        'last_used_at',
        'allowed_networks',
      ],
      UPDATE: ['last_used_at'],
    },
  },
  trust_rules: {
    governance_platform_api: {
      SELECT: 'all',
      INSERT: 'all',
      UPDATE: ['state', 'client_id', 'name', 'key_set', 'revision'],
      DELETE: 'all',
    },
    governance_platform_worker: { SELECT: 'all', DELETE: 'all' },
    governance_functions: {
      SELECT: [
        'id',
        'client_id',
        'provider',
        'org_id',
        'state',
        'expires_at',
        'last_used_at',
        'allowed_networks',
      ],
      UPDATE: ['last_used_at'],
    },
  },
  // The row is never updated.
  first_managed_issuer: {
    governance_platform_api: { SELECT: 'all', INSERT: 'all' },
    governance_platform_worker: { SELECT: 'all', INSERT: 'all' },
    governance_functions: { SELECT: ['issuer'] },
  },
};
