import { type ClaimedDelivery } from './delivery';

/** The lease on the delivery has ended: another worker may hold it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * The decision of the email budgets. `waiting`: returned until there is room, without counting as an attempt. `merged`: other
 * waiting deliveries for the same recipient replace it. `blocked`: the recipient has blocked us; the delivery is over.
 * `cancelled`: also over, because an invitation would expire before its turn.
 */
export type Admission = 'admitted' | 'waiting' | 'merged' | 'blocked' | 'cancelled';

/**
 * The queued deliveries of one kind of worker, oldest first. A claim hides a delivery from other workers until `leaseUntil`;
 * a worker that dies in between only delays it. Methods that take a claim reject with `LeaseLost` when another worker has
 * taken over the lease.
 */
export abstract class DeliveryQueue {
  abstract claim(at: { readonly now: Date; readonly leaseUntil: Date }): Promise<ClaimedDelivery | undefined>;

  /**
   * Requests room in the email budgets, before a message is composed. Concurrent workers never exceed a budget, and of the
   * deliveries that wait for a budget the oldest comes first. An admitted delivery is not weighed again, but each attempt
   * checks whether its recipient has been blocked.
   */
  abstract admit(claim: ClaimedDelivery, now: Date): Promise<Admission>;

  /** Stores the prepared message, so that every attempt sends the same bytes, and extends the lease. */
  abstract saveMessage(
    claim: ClaimedDelivery,
    prepared: { readonly message: Uint8Array; readonly leaseUntil: Date },
  ): Promise<void>;

  abstract complete(claim: ClaimedDelivery, sentAt: Date): Promise<void>;

  /** Returns the delivery for another attempt at `until`. `failure` names the cause and contains no personal data. */
  abstract postpone(
    claim: ClaimedDelivery,
    outcome: { readonly until: Date; readonly failure: string },
  ): Promise<void>;

  /** Sets the delivery aside for an operator. It is not retried automatically. */
  abstract park(claim: ClaimedDelivery, failure: string): Promise<void>;

  /** Ends a delivery that must not be sent. `reason` contains no personal data. */
  abstract cancel(claim: ClaimedDelivery, reason: string): Promise<void>;

  /** Resolves when a delivery may be due: at a hint from the database, after `timeoutMs`, or when `signal` aborts. */
  abstract waitForWork(options: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<void>;
}
