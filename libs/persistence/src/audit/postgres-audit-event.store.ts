import {
  type AuditEvent,
  AuditEventStore,
  type AuditFilter,
  type ListPage,
  OrgAuditEvents,
  type OrgViewer,
} from '@governance/iam';
import { type Database, type ReadReplica } from '@governance/postgres';
import { asViewer } from '../access/scoped-transactions';
import { auditEventOf, type AuditEventRow } from './audit-event-row';
import { listAuditEvents } from './list-audit-events';

/** Audit events in PostgreSQL, behind row-level security. */
export class PostgresAuditEventStore extends AuditEventStore {
  constructor(
    private readonly database: Database,
    private readonly replica?: ReadReplica,
  ) {
    super();
  }

  forViewer(viewer: OrgViewer): OrgAuditEvents {
    return new PostgresOrgAuditEvents(this.database, viewer, this.replica);
  }
}

class PostgresOrgAuditEvents extends OrgAuditEvents {
  constructor(
    private readonly database: Database,
    private readonly viewer: OrgViewer,
    private readonly replica: ReadReplica | undefined,
  ) {
    super();
  }

  async list(filter: AuditFilter, page: ListPage): Promise<readonly AuditEvent[]> {
    const { statement, values } = listAuditEvents(this.viewer, filter, page);
    const read = async (database: Database): Promise<readonly AuditEventRow[]> => {
      const { rows } = await asViewer(database, this.viewer, (query) =>
        query<AuditEventRow>(statement, values),
      );
      return rows;
    };
    const replicated = await this.replica?.read(read);
    return (replicated?.length ? replicated : await read(this.database)).map(auditEventOf);
  }
}
