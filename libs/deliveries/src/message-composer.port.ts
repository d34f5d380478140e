import { type ClaimedDelivery } from './delivery';

/** The message must no longer be sent: the delivery is over. `reason` contains no personal data. */
export class DeliveryObsolete extends Error {
  override readonly name = 'DeliveryObsolete';

  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`the delivery is over: ${reason}`, options);
  }
}

/**
 * Composes the message of a delivery as RFC 5322 bytes. Called until a message has been stored. Rejects with
 * `DeliveryObsolete` when no message must be sent.
 */
export abstract class MessageComposer {
  abstract compose(delivery: ClaimedDelivery): Promise<Uint8Array>;
}
