/** Why a message is sent (spec 6). */
export type DeliveryKind = 'completion' | 'resend';

/**
 * A message on its way, held by one worker until its lease ends. `lease` names the hold: a worker that lost it can no
 * longer change the delivery. `message` is what will be sent, once it has been prepared.
 */
export interface ClaimedDelivery {
  readonly id: string;
  readonly lease: string;
  readonly kind: DeliveryKind;
  readonly resultId: string;
  readonly recipient: string;
  readonly createdAt: Date;
  /** Attempts begun, this one included. */
  readonly attempts: number;
  /** When the email budgets let it pass; a retry is not counted again. */
  readonly admittedAt: Date | undefined;
  readonly message: Uint8Array | undefined;
}
