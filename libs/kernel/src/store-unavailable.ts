import { Unavailable } from './unavailable';

/** Thrown by every store port. */
export class StoreUnavailable extends Unavailable {
  override readonly name = 'StoreUnavailable';

  constructor(options?: ErrorOptions) {
    super('the store is unavailable', options);
  }
}
