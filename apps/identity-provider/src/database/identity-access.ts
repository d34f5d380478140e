import { type SchemaAccess } from '@governance/postgres';

const read = { SELECT: 'all' } as const;
const add = { INSERT: 'all' } as const;
const change = { UPDATE: 'all' } as const;
const remove = { DELETE: 'all' } as const;
const everything = { ...read, ...add, ...change, ...remove };

/** Of the schema `identity`, which the provider alone uses. What it may do with each table (ADR 21). */
const tables = {
  // What was applied, and the same as releases before the runner of libs/postgres look for it.
  schema_migrations: undefined,
  migrations: undefined,
  organizations: { ...read, ...add, ...change },
  users: everything,
  // For the operator: what a migration has split.
  account_splits: undefined,
  memberships: everything,
  connections: everything,
  linked_identities: { ...read, ...add, ...change },
  clients: everything,
  applications: everything,
  invitations: everything,
  passwords: { ...read, ...add, ...change },
  authenticators: everything,
  recovery_codes: everything,
  sign_ins: everything,
  // Of the release before, which a later one drops.
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
