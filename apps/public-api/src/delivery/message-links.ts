import { BlockedAddresses } from '@governance/deliveries';
import { Injectable } from '@nestjs/common';
import { ResultCapabilities } from '../result-capabilities';
import { SiteAddresses } from '../site-addresses';

/** The secret links in a message, for its recipient only. */
@Injectable()
export class MessageLinks {
  constructor(
    private readonly capabilities: ResultCapabilities,
    private readonly blocked: BlockedAddresses,
    private readonly addresses: SiteAddresses,
  ) {}

  of(resultId: string, recipient: string): { readonly resultUrl: string; readonly blockUrl: string } {
    return {
      resultUrl: this.capabilities.urlOf(resultId),
      blockUrl: `${this.addresses.publicBaseUrl}/not-me/${this.blocked.tokenOf(recipient)}`,
    };
  }
}
