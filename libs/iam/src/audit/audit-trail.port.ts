import { type Operation } from '../step-up/operation';

/** Who did it. An operator acts by a command: the issuer is `command`, the subject the account of their machine. */
export interface AuditActor {
  readonly kind: 'person' | 'machine' | 'operator';
  readonly issuer: string;
  readonly subject: string;
  readonly clientId: string | undefined;
}

/** What is known of a write before it happens. Never a secret, a key or a token. */
export interface AuditContext {
  readonly actor: AuditActor;
  readonly orgId: string | undefined;
  readonly operation: Operation;
  /** The id of what is written, as far as the caller named it or it has one. */
  readonly target: string | undefined;
  readonly requestId: string;
  readonly secondFactorAgeSeconds: number | undefined;
}

/** `abandoned`: it was begun, could not be finished, and has had no effect. */
export type AuditOutcome = 'done' | 'refused' | 'abandoned';

/**
 * What follows from a write is written down as well: whether the mail of an invitation went out. So is what operators do by
 * a command. Nothing gates these.
 */
export type AuditedOperation = Operation | 'org-invitations:deliver' | 'members:remove' | 'members:update';

export interface AuditEntry extends Omit<AuditContext, 'operation'> {
  readonly operation: AuditedOperation;
  readonly at: Date;
  readonly outcome: AuditOutcome;
  /** Why it was refused, the error code of the answer such as `step_up_required`, or why mail was not delivered; of `members:update` the new role. */
  readonly reason: string | undefined;
}

/**
 * What was written, by whom; append-only. Stores add the row of a write in the write's own transaction; this port is
 * for the writes that were refused. Rejects with `StoreUnavailable`.
 */
export abstract class AuditTrail {
  abstract append(entry: AuditEntry): Promise<void>;
}
