import { SchemaMigration } from '@governance/postgres';

/**
 * A step of the schema `identity` that the first runner of this app has applied too, under `formerName`. The name still goes
 * into the table of that runner: after a return to such a release, its `migrate` applies nothing again.
 */
export abstract class IdentityMigration extends SchemaMigration {
  abstract readonly formerName: string;
  abstract readonly changes: readonly string[];

  get statements(): readonly string[] {
    return [...this.changes, `INSERT INTO identity.migrations (name) VALUES ('${this.formerName}')`];
  }
}
