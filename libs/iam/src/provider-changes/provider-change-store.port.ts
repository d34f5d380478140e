import { type AuditContext, type AuditOutcome } from '../audit/audit-trail.port';
import { type ProviderChange, type ProviderIntent } from './provider-change';

/** The start of a change. */
export interface ProviderBeginning {
  /** A UUID. */
  readonly intentId: string;
  /** A UUID. */
  readonly lease: string;
  readonly now: Date;
  readonly leaseUntil: Date;
  /** With the organization and the target. */
  readonly write: AuditContext & { readonly orgId: string; readonly target: string };
}

/**
 * `left`: an earlier change of the object, whose lease has ended, is now held by the caller, who settles it first. `busy`: another
 * request changes the object, or died while it did.
 */
export type ProviderChangeBegun =
  | { readonly kind: 'begun' }
  | { readonly kind: 'left'; readonly intent: ProviderIntent }
  | { readonly kind: 'busy' };

/** What the audit event says. */
export interface ProviderChangeOutcome {
  readonly at: Date;
  readonly outcome: AuditOutcome;
  readonly reason: string | undefined;
}

/** Changes at the identity provider whose outcome is not recorded yet. Every method rejects with `StoreUnavailable`. */
export abstract class ProviderChangeStore {
  /** Never `left` or `busy` for a change that is not exclusive. */
  abstract begin(change: ProviderChange, beginning: ProviderBeginning): Promise<ProviderChangeBegun>;

  /** Turns the intent into its audit event. Rejects with `IntentLost`. */
  abstract finish(intent: ProviderIntent, outcome: ProviderChangeOutcome): Promise<void>;

  /** Deletes the intent of a change that the provider refused, if the lease still holds. */
  abstract drop(intent: ProviderIntent): Promise<void>;

  /** Ends the lease at `now`: the outcome is unknown, and no step follows. */
  abstract giveUp(intent: ProviderIntent, now: Date): Promise<void>;

  /** Takes over the oldest intent with an ended lease, under a new lease; undefined when there is none. */
  abstract claimUnfinished(at: {
    readonly now: Date;
    readonly leaseUntil: Date;
  }): Promise<ProviderIntent | undefined>;
}
