import { type JobEffects } from '../history/final-state';
import { type DatabaseServer } from './database-server';

/** What is counted: the kind of the job, its table, and the change by which it is done or given up. */
const effects = [
  ['document', 'certificate_documents', `OLD.state = 'queued' AND NEW.state <> 'queued'`],
  ['check', 'certificate_domains', 'OLD.check_due_at IS NOT NULL AND NEW.check_due_at IS NULL'],
] as const;

/** Triggers count in a schema of the run, which no program knows. An earlier release may lack a table. */
export async function countJobEffects(database: DatabaseServer): Promise<void> {
  await database.sql(`
    CREATE SCHEMA run;
    CREATE TABLE run.job_effects (result text, kind text);
    CREATE FUNCTION run.count_effect() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN INSERT INTO run.job_effects VALUES (NEW.result_id, TG_ARGV[0]); RETURN NULL; END $$`);
  for (const [kind, table, when] of effects)
    await database.sql(`
      DO $do$ BEGIN IF to_regclass('${table}') IS NOT NULL THEN
        CREATE TRIGGER count_effect AFTER UPDATE ON ${table} FOR EACH ROW WHEN (${when})
        EXECUTE FUNCTION run.count_effect('${kind}');
      END IF; END $do$`);
}

export async function countedEffects(database: DatabaseServer): Promise<readonly JobEffects[]> {
  const counted =
    'SELECT result, kind, count(*)::integer AS times FROM run.job_effects GROUP BY result, kind';
  return (await database.sql(counted)).map(({ result, kind, times }) => ({
    result: String(result),
    kind: kind === 'check' ? 'check' : 'document',
    times: Number(times),
  }));
}
