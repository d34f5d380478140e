/** A request to send a certificate again. */
export interface ResendRequest {
  /** A UUID; the caller has checked that. */
  readonly resultId: string;
  /** The id of the new delivery, which has its own message and `Message-ID`. */
  readonly deliveryId: string;
  /** The requesting client, for the budgets. */
  readonly clientAddress: string;
  readonly now: Date;
}

/** `no_address`: the result has no address, or it was erased. `withdrawn`: its certificate was withdrawn. */
export type ResendOutcome = 'queued' | 'unknown_result' | 'no_address' | 'withdrawn';

/** Queues the certificate of a result again, to the address recorded at submission (spec 6). */
export abstract class ResendQueue {
  abstract add(request: ResendRequest): Promise<ResendOutcome>;
}
