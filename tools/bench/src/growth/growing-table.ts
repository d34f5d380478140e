import { runSql, withSetting } from '@governance/testing';
import { statfsSync } from 'node:fs';
import { type Bench } from '../bench';
import { type FillReport } from '../report/growth';

/** A table that hot requests read or write. */
export interface GrowingTable {
  /** With its schema. */
  readonly name: string;
  /** Inserts rows numbered from $1 to $2, as the programs would; further parameters are the `values`. */
  readonly insert: string;
  readonly values?: readonly unknown[];
}

/** More than a row of any table takes, with its indexes and its share of the log that PostgreSQL keeps. */
const bytesOfRow = 4_000;

/** Of a table, but for those of its constraints. A partitioned table has them in every partition. */
const selectIndexes = `
  SELECT format('%I.%I', schemaname, indexname) AS name, replace(indexdef, ' ON ONLY ', ' ON ') AS definition
  FROM pg_indexes
  WHERE schemaname || '.' || tablename = $1 AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)`;

/**
 * Grows a table to a number of rows. The indexes are dropped and built again, which takes a fraction of the time. Triggers and
 * foreign keys do not run, because the rows are complete without them.
 *
 * @throws if the disk has no room for them.
 */
export async function growTable(
  { setup }: Bench,
  databaseUrl: string,
  { table, from, to }: { readonly table: GrowingTable; readonly from: number; readonly to: number },
): Promise<FillReport> {
  const { bavail, bsize } = statfsSync(setup.folder);
  const [needed, free] = [(to - from) * bytesOfRow, bavail * bsize];
  if (needed > free) throw new Error(`${table.name}: ${to} rows need ${needed} bytes, ${free} are free`);
  const url = fillingUrl(setup.superuserUrl, databaseUrl);
  const began = performance.now();
  const indexes = await runSql(url, selectIndexes, [table.name]);
  for (const { name } of indexes) await runSql(url, `DROP INDEX ${String(name)}`);
  await runSql(url, table.insert, [from + 1, to, ...(table.values ?? [])]);
  for (const { definition } of indexes) await runSql(url, String(definition));
  await runSql(url, `VACUUM ANALYZE ${table.name}`);
  const seconds = Math.round((performance.now() - began) / 1_000);
  const [row] = await runSql(url, 'SELECT pg_database_size(current_database()) AS size');
  return { table: table.name, rows: to, seconds, megabytes: Math.round(Number(row?.size) / 1e6) };
}

function fillingUrl(superuserUrl: string, databaseUrl: string): string {
  const url = new URL(superuserUrl);
  url.pathname = new URL(databaseUrl).pathname;
  const quick = withSetting(url.href, { name: 'session_replication_role', value: 'replica' });
  return withSetting(quick, { name: 'maintenance_work_mem', value: '1GB' });
}
