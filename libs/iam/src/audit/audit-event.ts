import { type ListPosition } from '../list-page';
import { type AuditActor, type AuditOutcome } from './audit-trail.port';

/** A row of the audit trail as an organization reads it. `createdAt` is the time of the write. */
export interface AuditEvent extends ListPosition {
  readonly actor: AuditActor;
  /** An `AuditedOperation`, or one of another release. */
  readonly operation: string;
  readonly target: string | undefined;
  readonly outcome: AuditOutcome;
  readonly reason: string | undefined;
  readonly requestId: string;
  readonly secondFactorAgeSeconds: number | undefined;
}
