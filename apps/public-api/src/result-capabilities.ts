import { Keyring } from '@governance/keyring';
import { Injectable } from '@nestjs/common';
import { KeyedToken, uuidBytes, uuidOf } from './keyed-token';
import { SiteAddresses } from './site-addresses';

/**
 * The addresses of result pages: an id with its keyed hash. An address gives access to the plan of a result, and cannot be
 * made from the certificate's id alone.
 */
@Injectable()
export class ResultCapabilities {
  private readonly tokens: KeyedToken;

  constructor(
    keyring: Keyring,
    private readonly addresses: SiteAddresses,
  ) {
    this.tokens = new KeyedToken(keyring, { purpose: 'result-page', length: 16 });
  }

  /** The URL of a result's page. */
  urlOf(id: string): string {
    return `${this.addresses.publicBaseUrl}/results/${this.of(id)}`;
  }

  /** The capability of a UUID. */
  of(id: string): string {
    return this.tokens.of(uuidBytes(id));
  }

  /** The id in a capability; undefined for any other text. */
  idOf(capability: string): string | undefined {
    const id = this.tokens.read(capability);
    return id && uuidOf(id);
  }
}
