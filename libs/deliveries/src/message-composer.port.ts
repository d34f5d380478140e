import { type ClaimedDelivery } from './delivery';

/** There is nothing to be sent any more: the delivery is over. `reason` names why and holds no personal data. */
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
 * Makes the message of a delivery, from scratch, as RFC 5322 bytes. Called until one message has been kept. Rejects with
 * `DeliveryObsolete` when there is none to be made.
 */
export abstract class MessageComposer {
  abstract compose(delivery: ClaimedDelivery): Promise<Uint8Array>;
}
