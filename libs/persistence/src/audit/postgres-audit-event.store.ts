import {
  type AuditEvent,
  AuditEventStore,
  type AuditFilter,
  type ListPage,
  OrgAuditEvents,
} from '@governance/iam';
import { type Database } from '@governance/postgres';
import { inOrganization } from '../access/scoped-transactions';
import { auditEventOf, type AuditEventRow } from './audit-event-row';
import { listAuditEvents } from './list-audit-events';

/** Audit events in PostgreSQL, behind row-level security. */
export class PostgresAuditEventStore extends AuditEventStore {
  constructor(private readonly database: Database) {
    super();
  }

  forOrg(orgId: string): OrgAuditEvents {
    return new PostgresOrgAuditEvents(this.database, orgId);
  }
}

class PostgresOrgAuditEvents extends OrgAuditEvents {
  constructor(
    private readonly database: Database,
    private readonly orgId: string,
  ) {
    super();
  }

  async list(filter: AuditFilter, page: ListPage): Promise<readonly AuditEvent[]> {
    const { statement, values } = listAuditEvents(this.orgId, filter, page);
    const { rows } = await inOrganization(this.database, this.orgId, (query) =>
      query<AuditEventRow>(statement, values),
    );
    return rows.map(auditEventOf);
  }
}
