import { NotGenuine } from './not-genuine';

/** No key of the issuer has signed it, as far as this set of keys shows: an older set lacks newer keys. */
export class UnknownIssuerKey extends NotGenuine {
  override readonly name = 'UnknownIssuerKey';

  constructor() {
    super('It is signed by a key that does not belong to the issuer');
  }
}
