/** A certificate that is to be sent once more. */
export interface ResendRequest {
  /** A UUID; the caller has checked that. */
  readonly resultId: string;
  /** Of the new delivery, which has its own message and so its own `Message-ID`. */
  readonly deliveryId: string;
  /** Who asks, as the budgets count it. */
  readonly clientAddress: string;
  readonly now: Date;
}

/** `no_address`: the result came without an address, or it has been erased. `withdrawn`: its certificate counts no longer. */
export type ResendOutcome = 'queued' | 'unknown_result' | 'no_address' | 'withdrawn';

/** Queues the certificate of a result once more, to the address that was recorded at submission (spec 6). */
export abstract class ResendQueue {
  abstract add(request: ResendRequest): Promise<ResendOutcome>;
}
