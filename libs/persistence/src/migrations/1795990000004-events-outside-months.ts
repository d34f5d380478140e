import { SchemaMigration } from '@governance/postgres';

/**
 * A month is added only while `audit_trail_other` has none of its events. If it has some, because no worker ran for two months,
 * they stay there, and the months that follow are added.
 */
export class EventsOutsideMonths1795990000004 extends SchemaMigration {
  readonly name = 'EventsOutsideMonths1795990000004';
  readonly statements = [
    'ALTER FUNCTION add_audit_month(timestamptz) RENAME TO attach_audit_month',
    `CREATE FUNCTION add_audit_month(first timestamptz) RETURNS void LANGUAGE plpgsql AS $$
     BEGIN
       PERFORM public.attach_audit_month(first);
     EXCEPTION WHEN check_violation THEN
       RAISE LOG 'events of % stay in audit_trail_other', first;
     END $$`,
    'REVOKE ALL ON FUNCTION add_audit_month(timestamptz) FROM PUBLIC',
  ];
}
