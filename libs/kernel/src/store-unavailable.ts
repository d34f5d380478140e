/** A store cannot be reached or does not answer in time; the same call may succeed later. Thrown by every store port. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(options?: ErrorOptions) {
    super('the store is unavailable', options);
  }
}
