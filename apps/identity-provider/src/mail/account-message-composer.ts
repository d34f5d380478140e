import {
  type AccountDelivery,
  type AccountNoticeKind,
  accountNoticeKinds,
  type ClaimedDelivery,
  DeliveryObsolete,
  MessageComposer,
} from '@governance/deliveries';
import { type Clock } from '@governance/kernel';
import { type AccountNoticeMessage, type PasswordResetMessage } from '@governance/mail';
import { randomBytes } from 'node:crypto';
import { type UsersStore } from '../people/users.store';
import { type PasswordResetsStore } from '../people/password-resets.store';
import { resetLinkPath } from '../people/reset-link-path';

export interface AccountMessageParts {
  readonly issuer: string;
  readonly users: Pick<UsersStore, 'find'>;
  readonly resets: Pick<PasswordResetsStore, 'put'>;
  readonly resetMessage: Pick<PasswordResetMessage, 'compose'>;
  readonly notice: Pick<AccountNoticeMessage, 'compose'>;
  readonly clock: Clock;
}

/**
 * Composes the mails of accounts. The link of a reset is created here, after the request was answered: so the answer cannot
 * depend on the account.
 */
export class AccountMessageComposer extends MessageComposer {
  constructor(private readonly parts: AccountMessageParts) {
    super();
  }

  async compose(delivery: ClaimedDelivery): Promise<Uint8Array> {
    const { id: deliveryId, recipient, kind, createdAt: changedAt } = delivery;
    const { issuer, notice, clock } = this.parts;
    if (kind === 'password-reset') return this.reset(delivery);
    if (!isNotice(kind)) throw new Error(`delivery ${deliveryId} is not for the identity provider`);
    const host = new URL(issuer).host;
    return notice.compose({ deliveryId, recipient, kind, host, changedAt, date: clock.now() });
  }

  private async reset({
    id: deliveryId,
    userId,
    recipient,
    createdAt,
  }: AccountDelivery): Promise<Uint8Array> {
    const { issuer, users, resets, resetMessage, clock } = this.parts;
    const user = userId === undefined ? undefined : await users.find(userId);
    if (user?.email !== recipient) throw new DeliveryObsolete('NoAccount');
    const token = randomBytes(32).toString('base64url');
    const expiresAt = await resets.put({ userId: user.id, token, requestedAt: createdAt });
    if (!expiresAt) throw new DeliveryObsolete('NotResettable');
    return resetMessage.compose({
      deliveryId,
      recipient,
      host: new URL(issuer).host,
      link: issuer + resetLinkPath(token),
      expiresAt,
      date: clock.now(),
    });
  }
}

function isNotice(kind: ClaimedDelivery['kind']): kind is AccountNoticeKind {
  return (accountNoticeKinds as readonly string[]).includes(kind);
}
