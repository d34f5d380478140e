import { type Columns } from '@governance/postgres';

/** The rights to read rows, and to add and change them. */
export const upserts = (columns: Columns = 'all'): { SELECT: Columns; INSERT: Columns; UPDATE: Columns } => ({
  SELECT: columns,
  INSERT: columns,
  UPDATE: columns,
});
