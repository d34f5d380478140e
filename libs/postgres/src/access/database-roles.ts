/**
 * The roles of the database (ADR 21), one for each program. They are groups: a program logs in as a member of its own, or as
 * the role itself where an operator lets it log in. Who runs migrations owns everything and is none of them.
 */
export const databaseRoles = [
  'governance_public_api',
  'governance_public_worker',
  'governance_platform_api',
  'governance_platform_worker',
  /** Of the commands `erase`, `withdraw` and `org`, which a person runs. */
  'governance_commands',
  'governance_identity',
  /** Owns the functions that cross organizations for a program. Nobody logs in as it. */
  'governance_functions',
] as const;

export type DatabaseRole = (typeof databaseRoles)[number];

/** What a program can log in as. */
export type ProgramRole = Exclude<DatabaseRole, 'governance_functions'>;
