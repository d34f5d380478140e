import { type ClaimedDelivery, MessageComposer } from '@governance/deliveries';
import { Injectable } from '@nestjs/common';
import { ExpiryMessageComposer } from './expiry-mail/expiry-message-composer';
import { InvitationMessageComposer } from './invitation-mail/invitation-message-composer';

/** Composes each kind of mail that the platform worker sends. */
@Injectable()
export class PlatformMessageComposer extends MessageComposer {
  constructor(
    private readonly invitations: InvitationMessageComposer,
    private readonly expiryNotices: ExpiryMessageComposer,
  ) {
    super();
  }

  compose(delivery: ClaimedDelivery): Promise<Uint8Array> {
    const composer = delivery.kind === 'credential-expiry' ? this.expiryNotices : this.invitations;
    return composer.compose(delivery);
  }
}
