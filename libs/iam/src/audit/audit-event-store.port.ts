import { type OrgViewer } from '../caller/org-viewer';
import { type ListPage } from '../list-page';
import { type AuditEvent } from './audit-event';
import { type AuditFilter } from './audit-filter';

/** The audit events of one organization, without those about clients that the viewer does not see. */
export abstract class OrgAuditEvents {
  /** The events that match the filter, newest first. Rejects with `StoreUnavailable`. */
  abstract list(filter: AuditFilter, page: ListPage): Promise<readonly AuditEvent[]>;
}

/** Reads the audit trail. Events without an organization belong to none and are in no list. */
export abstract class AuditEventStore {
  abstract forViewer(viewer: OrgViewer): OrgAuditEvents;
}
