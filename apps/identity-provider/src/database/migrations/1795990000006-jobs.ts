import { IdentityMigration } from './identity.migration';

/** Background jobs, which all repeat (ADR 62). The previous release does the same work, and ignores the table. */
export class Jobs1795990000006 extends IdentityMigration {
  readonly name = 'Jobs1795990000006';
  readonly formerName = '1795990000006-jobs';
  readonly changes = [
    `CREATE TABLE identity.jobs (
      queue text NOT NULL,
      key text NOT NULL DEFAULT '',
      due_at timestamptz(3) NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      lease uuid,
      failure text,
      traceparent text,
      PRIMARY KEY (queue, key)
    )`,
  ];
}
