import { Keyring, ResultCapability } from '@governance/keyring';
import { Injectable } from '@nestjs/common';
import { SiteAddresses } from './site-addresses';

/** The addresses of result pages, which end with the capability of the result. */
@Injectable()
export class ResultCapabilities {
  private readonly capability: ResultCapability;

  constructor(
    keyring: Keyring,
    private readonly addresses: SiteAddresses,
  ) {
    this.capability = new ResultCapability(keyring);
  }

  /** The URL of a result's page. */
  urlOf(id: string): string {
    return `${this.addresses.publicBaseUrl}/results/${this.of(id)}`;
  }

  /** The capability of a UUID. */
  of(id: string): string {
    return this.capability.of(id);
  }

  /** The id in a capability; undefined for any other text. */
  idOf(capability: string): string | undefined {
    return this.capability.idOf(capability);
  }
}
