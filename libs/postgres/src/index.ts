export { advisoryLocks, type NamedLock } from './locks/advisory-locks';
export { lockOfTransaction, lockSession, tryLockOfTransaction, unlockSession } from './locks/lock-statements';
export {
  type Columns,
  type RoleGrants,
  type SchemaAccess,
  rolesOf,
  type TableGrants,
} from './access/schema-access';
export { migrateSchema, type SchemaMigrations } from './migrate-schema';
export { ForwardOnlyMigration } from './forward-only-migration';
export { IndexMigration } from './index-migration';
export { SchemaMigration } from './schema-migration';
export { ensureRoles, RolesMissing } from './access/ensure-roles';
export { Database, type RunStatement, type PreparedStatement } from './database';
export { isUniqueViolation } from './unique-violation';
export { StatementBatcher } from './statement-batcher';
export { type ProgramRole, databaseRoles, type DatabaseRole } from './access/database-roles';
export { ReadReplica } from './read-replica';
export { openDatabase, type OpenDatabaseOptions } from './open-database';
export { DatabaseProbe } from './database-probe';
export { checkRole, UnfitDatabaseRole } from './access/role-check';
export { PostgresJobQueue } from './jobs/postgres-job-queue';
export { WorkSignal } from './work-signal';
