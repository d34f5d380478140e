import { accountOperations } from '../members/member-directory.port';
import { type Operation, operations } from '../step-up/operation';

/**
 * The actor of a write. For an operator's command the issuer is `command` and the subject is the operator's machine account. For
 * the service itself (`system`) the issuer is the program and the subject is its job.
 */
export interface AuditActor {
  readonly kind: 'person' | 'machine' | 'operator' | 'system';
  readonly issuer: string;
  readonly subject: string;
  readonly clientId: string | undefined;
}

/** The facts about a write before it happens. Never a secret, a key or a token. */
export interface AuditContext {
  readonly actor: AuditActor;
  readonly orgId: string | undefined;
  readonly operation: Operation;
  /** The id of the written object, if the caller named it or it has one. */
  readonly target: string | undefined;
  readonly requestId: string;
  readonly secondFactorAgeSeconds: number | undefined;
}

/** `abandoned`: the write was started, could not be completed, and had no effect. */
export const auditOutcomes = ['done', 'refused', 'abandoned'] as const;

export type AuditOutcome = (typeof auditOutcomes)[number];

/**
 * The trail also records consequences of writes, such as the delivery of an invitation mail, and writes that only operators
 * or the service itself make. No step-up policy applies to these.
 */
const otherOperations = [
  ...accountOperations,
  'connections:confirm-factor',
  'domains:lapse',
  'org-invitations:deliver',
  'organizations:create',
  'organizations:change-policy',
] as const;

export type AuditedOperation = Operation | (typeof otherOperations)[number];

/** Every operation that this release records. */
export const auditedOperations: readonly AuditedOperation[] = [...operations, ...otherOperations];

export interface AuditEntry extends Omit<AuditContext, 'operation'> {
  readonly operation: AuditedOperation;
  readonly at: Date;
  readonly outcome: AuditOutcome;
  /**
   * The error code of a refusal, such as `step_up_required`, or the reason of a failed mail. For `members:update` the new role, for
   * `connections:update` and `organizations:change-policy` what changed, for `connections:test` and `domains:lapse` the problem,
   * for `connections:confirm-factor` how it was confirmed.
   */
  readonly reason: string | undefined;
}

/**
 * The append-only audit trail. Stores add the row of a write in the write's own transaction; this port is for refused
 * writes. Rejects with `StoreUnavailable`.
 */
export abstract class AuditTrail {
  /** With `once`, an entry of the organization with the same time, operation and request id is not repeated. */
  abstract append(entry: AuditEntry, options?: { readonly once?: boolean }): Promise<void>;
}
