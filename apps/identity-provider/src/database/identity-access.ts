import { type SchemaAccess } from '@governance/postgres';

const read = { SELECT: 'all' } as const;
const add = { INSERT: 'all' } as const;
const change = { UPDATE: 'all' } as const;
const remove = { DELETE: 'all' } as const;
const everything = { ...read, ...add, ...change, ...remove };

/** The provider's privileges on each table of the schema `identity`, which only the provider uses (ADR 21). */
const tables = {
  // The applied migrations; the second table is for releases before the runner of libs/postgres.
  schema_migrations: undefined,
  migrations: undefined,
  organizations: { ...read, ...add, ...change },
  users: everything,
  // For the operator: accounts that a migration has split.
  account_splits: undefined,
  memberships: everything,
  connections: everything,
  linked_identities: { ...read, ...add, ...change },
  domains: everything,
  domain_lapses: { ...read, ...add, ...remove },
  session_ends: everything,
  account_events: { ...read, ...add, ...remove },
  second_factor_resets: { ...read, ...add, ...remove },
  clients: everything,
  trust_rules: everything,
  applications: everything,
  invitations: everything,
  passwords: { ...read, ...add, ...change },
  password_resets: everything,
  mails: everything,
  jobs: everything,
  authenticators: everything,
  recovery_codes: everything,
  passkeys: everything,
  passkey_challenges: everything,
  sign_ins: everything,
  // Used by the previous release; a later release drops it.
  attempts: everything,
  guesses: everything,
  device_polls: everything,
  payloads: everything,
  used_assertions: everything,
  signing_keys: { ...read, ...add, ...remove },
} as const;

export const identityAccess: SchemaAccess = {
  schema: 'identity',
  tables: Object.fromEntries(
    Object.entries(tables).map(([table, grants]) => [table, grants ? { governance_identity: grants } : {}]),
  ),
  sequences: { schema_migrations_id_seq: [] },
  functions: {},
  scopePolicies: {},
};
