import {
  type AuditEvent,
  AuditEventStore,
  type AuditFilter,
  type ListPage,
  OrgAuditEvents,
} from '@governance/iam';
import { type Database, type ReadReplica } from '@governance/postgres';
import { inOrganization } from '../access/scoped-transactions';
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

  forOrg(orgId: string): OrgAuditEvents {
    return new PostgresOrgAuditEvents(this.database, orgId, this.replica);
  }
}

class PostgresOrgAuditEvents extends OrgAuditEvents {
  constructor(
    private readonly database: Database,
    private readonly orgId: string,
    private readonly replica: ReadReplica | undefined,
  ) {
    super();
  }

  async list(filter: AuditFilter, page: ListPage): Promise<readonly AuditEvent[]> {
    const { statement, values } = listAuditEvents(this.orgId, filter, page);
    const read = async (database: Database): Promise<readonly AuditEventRow[]> => {
      const { rows } = await inOrganization(database, this.orgId, (query) =>
        query<AuditEventRow>(statement, values),
      );
      return rows;
    };
    const replicated = await this.replica?.read(read);
    return (replicated?.length ? replicated : await read(this.database)).map(auditEventOf);
  }
}
