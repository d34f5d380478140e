import { BlockedAddresses } from '@governance/deliveries';
import { type CompletionContent } from '@governance/mail';
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

  of(
    resultId: string,
    recipient: string,
  ): Pick<CompletionContent, 'resultUrl' | 'ownershipUrl' | 'blockUrl'> {
    return {
      resultUrl: this.capabilities.urlOf(resultId),
      ownershipUrl: `${this.addresses.publicBaseUrl}/verify/${resultId}/ownership`,
      blockUrl: this.blockUrlOf(recipient),
    };
  }

  blockUrlOf(recipient: string): string {
    return `${this.addresses.publicBaseUrl}/not-me/${this.blocked.tokenOf(recipient)}`;
  }
}
