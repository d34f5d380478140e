import {
  type AccountDelivery,
  type AccountNoticeKind,
  accountNoticeKinds,
  type ClaimedDelivery,
  DeliveryObsolete,
  MessageComposer,
} from '@governance/deliveries';
import { type Clock } from '@governance/kernel';
import { type Keyring } from '@governance/keyring';
import {
  type AccountNoticeContent,
  type AccountNoticeMessage,
  type PasswordResetMessage,
} from '@governance/mail';
import { randomBytes } from 'node:crypto';
import { type UsersStore } from '../people/users.store';
import { type PasswordResetsStore } from '../people/password-resets.store';
import { resetLinkPath } from '../people/reset-link-path';
import { resetPath, resetToken } from '../second-factor/reset-token';
import { type SecondFactorResetsStore } from '../second-factor/second-factor-resets.store';

export interface AccountMessageParts {
  readonly issuer: string;
  /** Empty: there is no console. */
  readonly consoleUrl: string;
  readonly users: Pick<UsersStore, 'find'>;
  readonly resets: Pick<PasswordResetsStore, 'put'>;
  readonly factorResets: Pick<SecondFactorResetsStore, 'find'>;
  readonly keyring: Keyring;
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
    if (delivery.kind === 'password-reset') return this.reset(delivery);
    if (!isNotice(delivery)) throw new Error(`delivery ${delivery.id} is not for the identity provider`);
    const { id: deliveryId, kind, recipient, createdAt: changedAt, userId = '' } = delivery;
    const { issuer, notice, clock } = this.parts;
    const content = { deliveryId, recipient, kind, host: new URL(issuer).host, changedAt, date: clock.now() };
    return notice.compose({ ...content, ...(await this.factsOf(kind, userId)) });
  }

  /** The link of a reset is made here, so that no row has it. */
  private async factsOf(
    kind: AccountNoticeKind,
    userId: string,
  ): Promise<Partial<Pick<AccountNoticeContent, 'dueAt' | 'link' | 'member'>>> {
    const { issuer, consoleUrl, users, factorResets, keyring } = this.parts;
    if (kind !== 'factor-reset-requested' && kind !== 'member-reset-requested')
      return { link: `${issuer}/account` };
    const [reset, user] = await Promise.all([factorResets.find(userId), users.find(userId)]);
    if (!reset || !user) throw new DeliveryObsolete('ResetOver');
    const { dueAt } = reset;
    if (kind === 'member-reset-requested')
      return { dueAt, member: user.email, link: consoleUrl && `${consoleUrl}/members` };
    return { dueAt, link: issuer + resetPath(resetToken(keyring, reset.id)) };
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

type NoticeDelivery = AccountDelivery & { readonly kind: AccountNoticeKind };

function isNotice(delivery: ClaimedDelivery): delivery is NoticeDelivery {
  return (accountNoticeKinds as readonly string[]).includes(delivery.kind);
}
