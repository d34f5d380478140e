import { type DatabaseRole } from './database-roles';

/** Columns by name, or all columns of a table, including later ones. */
export type Columns = 'all' | readonly string[];

/** The privileges of a role on a table. Everything else is forbidden. */
export interface TableGrants {
  readonly SELECT?: Columns;
  readonly INSERT?: Columns;
  readonly UPDATE?: Columns;
  readonly DELETE?: 'all';
}

export type RoleGrants = Readonly<Partial<Record<DatabaseRole, TableGrants>>>;

/**
 * The only source of privileges in a schema. `migrate` revokes every privilege that is not listed here, and a test fails for
 * a table, function, sequence or policy that is missing here.
 */
export interface SchemaAccess {
  readonly schema: string;
  /** Tables and views. */
  readonly tables: Readonly<Record<string, RoleGrants>>;
  readonly sequences: Readonly<Record<string, readonly DatabaseRole[]>>;
  /** By name: function names are unique in the schema. */
  readonly functions: Readonly<Record<string, readonly DatabaseRole[]>>;
  /** The roles that may see rows through a policy with a named scope (ADR 11), by policy name. */
  readonly scopePolicies: Readonly<Record<string, readonly DatabaseRole[]>>;
}

/** Every role with a privilege in the schema. */
export function rolesOf({ tables, sequences, functions }: SchemaAccess): readonly DatabaseRole[] {
  const named = [
    ...Object.values(tables).flatMap((grants) => Object.keys(grants) as DatabaseRole[]),
    ...Object.values(sequences).flat(),
    ...Object.values(functions).flat(),
  ];
  return [...new Set(named)].toSorted();
}
