import { type ClaimedDelivery } from './delivery';

/** The delivery is no longer held under this lease: another worker may have it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Whether the email budgets let a delivery pass. `waiting`: given back until there is room, without counting as an attempt.
 * `merged`: others that wait for the same recipient stand for it. `blocked`: the recipient wants no message from us, and the
 * delivery is over. `cancelled`: so it is, because the turn of an invitation would come after its end.
 */
export type Admission = 'admitted' | 'waiting' | 'merged' | 'blocked' | 'cancelled';

/**
 * The deliveries of one worker's kinds that wait to be sent, oldest first. A claim hides a delivery from every other worker until
 * `leaseUntil`; a worker that dies in between loses nothing but time. Methods that take a claim reject with
 * `LeaseLost` when its lease has passed to another.
 */
export abstract class DeliveryQueue {
  abstract claim(at: { readonly now: Date; readonly leaseUntil: Date }): Promise<ClaimedDelivery | undefined>;

  /**
   * Asks the email budgets for room, before anything is composed. However many workers ask at the same time, no budget
   * is exceeded; of those that wait for the same budget the oldest comes first. A delivery that was admitted once is
   * not weighed again, but it is asked of each attempt whether its recipient has been blocked since.
   */
  abstract admit(claim: ClaimedDelivery, now: Date): Promise<Admission>;

  /** Keeps the prepared message, so that every attempt sends the same bytes, and extends the lease. */
  abstract saveMessage(
    claim: ClaimedDelivery,
    prepared: { readonly message: Uint8Array; readonly leaseUntil: Date },
  ): Promise<void>;

  abstract complete(claim: ClaimedDelivery, sentAt: Date): Promise<void>;

  /** Gives the delivery back, to be tried again at `until`. `failure` names the cause and holds no personal data. */
  abstract postpone(
    claim: ClaimedDelivery,
    outcome: { readonly until: Date; readonly failure: string },
  ): Promise<void>;

  /** Sets the delivery aside for an operator: it is not tried again by itself. */
  abstract park(claim: ClaimedDelivery, failure: string): Promise<void>;

  /** Ends the delivery, of which nothing is to be sent any more. `reason` holds no personal data. */
  abstract cancel(claim: ClaimedDelivery, reason: string): Promise<void>;

  /** Resolves when a delivery may be due: at a hint from the database, after `timeoutMs`, or when `signal` aborts. */
  abstract waitForWork(options: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<void>;
}
