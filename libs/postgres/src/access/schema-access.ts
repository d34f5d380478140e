import { type DatabaseRole } from './database-roles';

/** Columns by name, or all of a table, those that a later release adds too. */
export type Columns = 'all' | readonly string[];

/** What a role may do with a table. What is not named it may not. */
export interface TableGrants {
  readonly SELECT?: Columns;
  readonly INSERT?: Columns;
  readonly UPDATE?: Columns;
  readonly DELETE?: 'all';
}

export type RoleGrants = Readonly<Partial<Record<DatabaseRole, TableGrants>>>;

/**
 * Who may do what in a schema: the one place where that is decided. `migrate` takes away what is not named here, and a
 * test fails for a table, function, sequence or policy that is not.
 */
export interface SchemaAccess {
  readonly schema: string;
  /** Tables and views. */
  readonly tables: Readonly<Record<string, RoleGrants>>;
  readonly sequences: Readonly<Record<string, readonly DatabaseRole[]>>;
  /** By name: the schema has no two functions of one name. */
  readonly functions: Readonly<Record<string, readonly DatabaseRole[]>>;
  /** Who may see rows by a policy that depends on a named scope (ADR 11), by the name of the policy. */
  readonly scopePolicies: Readonly<Record<string, readonly DatabaseRole[]>>;
}

/** Every role that has something in the schema. */
export function rolesOf({ tables, sequences, functions }: SchemaAccess): readonly DatabaseRole[] {
  const named = [
    ...Object.values(tables).flatMap((grants) => Object.keys(grants) as DatabaseRole[]),
    ...Object.values(sequences).flat(),
    ...Object.values(functions).flat(),
  ];
  return [...new Set(named)].toSorted();
}
