/**
 * The database roles (ADR 21), one for each program. They are group roles: a program logs in as a member of its role, or as
 * the role itself if an operator gives it a login. The role that runs migrations owns everything and is not among them.
 */
export const databaseRoles = [
  'governance_public_api',
  'governance_public_worker',
  'governance_platform_api',
  'governance_platform_worker',
  /** For the commands `erase`, `withdraw` and `org`, which an operator runs. */
  'governance_commands',
  'governance_identity',
  /** For an autoscaler, which counts due work and reads no row. */
  'governance_scaler',
  /** Owns the functions that cross organizations for a program. It has no login. */
  'governance_functions',
] as const;

export type DatabaseRole = (typeof databaseRoles)[number];

/** The roles that a program can log in as. */
export type ProgramRole = Exclude<DatabaseRole, 'governance_functions'>;
