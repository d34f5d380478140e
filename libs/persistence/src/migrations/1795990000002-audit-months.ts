import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/**
 * The audit trail by month of `at`. Its table becomes the partition of all events before the first month and is not copied; an
 * event outside of all months goes to `audit_trail_other`. Retention deletes rows of these two and drops whole months. Programs
 * have no rights on a partition, and the owner sees no row of one.
 */
export class AuditMonths1795990000002 extends ForwardOnlyMigration {
  readonly name = 'AuditMonths1795990000002';

  async up(queryRunner: QueryRunner): Promise<void> {
    const bound = await firstMonth(queryRunner);
    await replaceTable(queryRunner);
    await attachEarlierEvents(queryRunner, bound);
    await guardRows(queryRunner);
    await addMonths(queryRunner, bound);
    await dropMonths(queryRunner);
  }
}

async function firstMonth(queryRunner: QueryRunner): Promise<string> {
  await queryRunner.query('LOCK TABLE audit_trail IN ACCESS EXCLUSIVE MODE');
  const [row] = (await queryRunner.query(`
    SELECT substring(pg_get_constraintdef(oid) FROM '''(.*)''') AS bound FROM pg_constraint
    WHERE conrelid = 'audit_trail'::regclass AND conname = 'before_months'`)) as { bound: string }[];
  if (!row) throw new Error('the bound of the audit trail is missing');
  return row.bound;
}

/** The new table has the columns, indexes, policies and rights of the former one, which programs use at the same time. */
async function replaceTable(queryRunner: QueryRunner): Promise<void> {
  const [sequence] = (await queryRunner.query(`SELECT nextval('audit_trail_id_seq') AS next`)) as {
    next: string;
  }[];
  await queryRunner.query('ALTER TABLE audit_trail RENAME TO audit_trail_before');
  await queryRunner.query('ALTER TABLE audit_trail_before ALTER COLUMN id DROP IDENTITY');
  await queryRunner.query('DROP TRIGGER recent_events_stay ON audit_trail_before');
  await queryRunner.query('DROP TRIGGER queue_audit_event ON audit_trail_before');
  await queryRunner.query(`
    CREATE TABLE audit_trail (LIKE audit_trail_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (at)`);
  await queryRunner.query(`
    ALTER TABLE audit_trail
      DROP CONSTRAINT before_months,
      ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME audit_trail_id_seq START WITH ${sequence?.next ?? ''})`);
  await queryRunner.query('ALTER TABLE audit_trail ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY');
  await runAll(
    queryRunner,
    `
    SELECT format('ALTER INDEX %I RENAME TO %I', indexname, replace(indexname, 'audit_trail', 'audit_trail_before'))
    FROM pg_indexes WHERE schemaname = 'public' AND tablename = 'audit_trail_before'`,
  );
  await runAll(
    queryRunner,
    `
    SELECT replace(indexdef, 'audit_trail_before', 'audit_trail')
    FROM pg_indexes WHERE schemaname = 'public' AND tablename = 'audit_trail_before' AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
  );
  await runAll(
    queryRunner,
    `
    SELECT format('CREATE POLICY %I ON audit_trail FOR %s TO %s %s %s', policyname, cmd,
      (SELECT string_agg(CASE role WHEN 'public' THEN role ELSE quote_ident(role) END, ', ') FROM unnest(roles) AS role),
      'USING (' || qual || ')', 'WITH CHECK (' || with_check || ')')
    FROM pg_policies WHERE schemaname = 'public' AND tablename = 'audit_trail_before'`,
  );
  await runAll(
    queryRunner,
    `
    SELECT format('GRANT %s ON audit_trail TO %s', privilege_type, grantee::regrole)
    FROM pg_class, aclexplode(relacl) WHERE oid = 'audit_trail_before'::regclass AND grantee <> relowner`,
  );
}

async function attachEarlierEvents(queryRunner: QueryRunner, bound: string): Promise<void> {
  await runAll(
    queryRunner,
    `
    SELECT format('DROP POLICY %I ON audit_trail_before', policyname)
    FROM pg_policies WHERE schemaname = 'public' AND tablename = 'audit_trail_before'`,
  );
  await queryRunner.query(`
    ALTER TABLE audit_trail ATTACH PARTITION audit_trail_before FOR VALUES FROM (MINVALUE) TO ('${bound}')`);
  await queryRunner.query('ALTER TABLE audit_trail_before DROP CONSTRAINT before_months');
  await queryRunner.query('CREATE TABLE audit_trail_other PARTITION OF audit_trail DEFAULT');
  await queryRunner.query(
    'ALTER TABLE audit_trail_other ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY',
  );
}

/** PostgreSQL adds triggers of rows to every partition, and those of statements to none. */
async function guardRows(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_trail
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_trail()`);
  await queryRunner.query(`
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_trail_other
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_trail()`);
  await queryRunner.query(`
    CREATE TRIGGER recent_events_stay BEFORE DELETE ON audit_trail
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_trail()`);
  await queryRunner.query(`
    CREATE TRIGGER queue_audit_event AFTER INSERT ON audit_trail FOR EACH ROW
    WHEN (NEW.org_id IS NOT NULL) EXECUTE FUNCTION queue_audit_event()`);
  await queryRunner.query('ALTER TABLE audit_trail_other ENABLE ALWAYS TRIGGER append_only');
  for (const trigger of ['append_only', 'recent_events_stay'])
    await queryRunner.query(`ALTER TABLE audit_trail ENABLE ALWAYS TRIGGER ${trigger}`);
}

/** Attaching locks no table that programs write to; `CREATE TABLE … PARTITION OF` would lock all. */
async function addMonths(queryRunner: QueryRunner, bound: string): Promise<void> {
  await queryRunner.query(`
    CREATE FUNCTION add_audit_month(first timestamptz) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      month CONSTANT text := 'audit_trail_' || to_char(first AT TIME ZONE 'UTC', 'YYYY_MM');
    BEGIN
      EXECUTE format('CREATE TABLE public.%I (LIKE public.audit_trail INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', month);
      EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', month);
      EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON public.%I
        FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change_of_audit_trail()', month);
      EXECUTE format('ALTER TABLE public.%I ENABLE ALWAYS TRIGGER append_only', month);
      EXECUTE format('ALTER TABLE public.audit_trail ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
        month, first, date_add(first, '1 month', 'UTC'));
    END $$`);
  await queryRunner.query(`SELECT add_audit_month('${bound}')`);
}

/**
 * Runs as the owner, who alone may drop a month: not before all its events are 30 days old and a signed tree head covers each one
 * of an organization, as for the deletion of a row. One month a call, because its lock stops writes until the transaction ends;
 * the number of its events, or null. Without one, it adds the months that follow.
 */
async function dropMonths(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE FUNCTION keep_audit_months(removed_until timestamptz) RETURNS bigint LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '500ms' AS $$
    DECLARE
      scope_before CONSTANT text := coalesce(current_setting('governance.system_scope', true), '');
      months CONSTANT text[] := ARRAY(
        SELECT relname::text FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = 'audit_trail'::regclass AND relname ~ '^audit_trail_\\d{4}_\\d{2}$' ORDER BY relname);
      month text;
      first timestamptz;
      events bigint;
      unsealed bigint;
    BEGIN
      PERFORM set_config('governance.system_scope', 'housekeeping', true);
      FOREACH month IN ARRAY months LOOP
        first := make_timestamptz(substr(month, 13, 4)::integer, right(month, 2)::integer, 1, 0, 0, 0, 'UTC');
        EXIT WHEN date_add(first, '1 month', 'UTC') > least(removed_until, now() - interval '30 days');
        EXECUTE format('LOCK TABLE public.%I IN SHARE ROW EXCLUSIVE MODE', month);
        SELECT count(*),
          count(*) FILTER (WHERE event.org_id IS NOT NULL AND (leaf.leaf_index < signed.size) IS NOT TRUE)
        INTO events, unsealed
        FROM audit_trail AS event LEFT JOIN audit_leaves AS leaf ON leaf.trail_id = event.id LEFT JOIN (
          SELECT org_id, max(tree_size) AS size FROM audit_tree_heads WHERE jws IS NOT NULL GROUP BY org_id
        ) AS signed ON signed.org_id = leaf.org_id
        WHERE event.at >= first AND event.at < date_add(first, '1 month', 'UTC');
        IF unsealed = 0 THEN
          EXECUTE format('DROP TABLE public.%I', month);
          PERFORM set_config('governance.system_scope', scope_before, true);
          RETURN events;
        END IF;
      END LOOP;
      PERFORM set_config('governance.system_scope', scope_before, true);
      FOR first IN SELECT generate_series(date_trunc('month', now(), 'UTC'), now() + interval '2 months', '1 month', 'UTC') LOOP
        month := 'audit_trail_' || to_char(first AT TIME ZONE 'UTC', 'YYYY_MM');
        IF month > coalesce(months[1], '') AND month <> ALL (months) THEN
          PERFORM add_audit_month(first);
        END IF;
      END LOOP;
      RETURN NULL;
    END $$`);
  for (const name of ['add_audit_month', 'keep_audit_months'])
    await queryRunner.query(`REVOKE ALL ON FUNCTION ${name}(timestamptz) FROM PUBLIC`);
}

/** Runs the statements that a query returns. */
async function runAll(queryRunner: QueryRunner, query: string): Promise<void> {
  const rows = (await queryRunner.query(query)) as Record<string, string>[];
  for (const statement of rows.flatMap((row) => Object.values(row))) await queryRunner.query(statement);
}
