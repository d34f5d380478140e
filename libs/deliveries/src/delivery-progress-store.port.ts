import { type DeliveryProgress } from './certificate-delivery-status';

/** The progress of a result's mail. Contains no address. */
export abstract class DeliveryProgressStore {
  /** Of the newest delivery of the result that was not merged, or else of the newest; undefined if it has none. */
  abstract ofResult(resultId: string): Promise<DeliveryProgress | undefined>;
}
