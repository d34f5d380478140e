import { type ClaimedDelivery, MessageComposer } from '@governance/deliveries';
import { Injectable } from '@nestjs/common';
import { CampaignMessageComposer } from './campaign-mail/campaign-message-composer';
import { ExpiryMessageComposer } from './expiry-mail/expiry-message-composer';
import { InvitationMessageComposer } from './invitation-mail/invitation-message-composer';

/** Composes each kind of mail that the platform worker sends. */
@Injectable()
export class PlatformMessageComposer extends MessageComposer {
  constructor(
    private readonly invitations: InvitationMessageComposer,
    private readonly expiryNotices: ExpiryMessageComposer,
    private readonly campaigns: CampaignMessageComposer,
  ) {
    super();
  }

  compose(delivery: ClaimedDelivery): Promise<Uint8Array> {
    return this.composerOf(delivery).compose(delivery);
  }

  private composerOf({ kind }: ClaimedDelivery): MessageComposer {
    if (kind === 'campaign-invitation' || kind === 'campaign-reminder') return this.campaigns;
    return kind === 'credential-expiry' ? this.expiryNotices : this.invitations;
  }
}
