import { type ClaimedDelivery } from './delivery';

/** Makes the message of a delivery, from scratch, as RFC 5322 bytes. Called until one message has been kept. */
export abstract class MessageComposer {
  abstract compose(delivery: ClaimedDelivery): Promise<Uint8Array>;
}
