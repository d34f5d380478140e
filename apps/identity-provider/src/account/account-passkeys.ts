import { isUuid } from '@governance/kernel';
import { Logger } from '@nestjs/common';
import { noticeTo } from '../people/mails.store';
import { type PasskeyView } from '../pages/page-views';
import { dayInWords } from '../pages/day-in-words';
import { type PeopleStores } from '../stores/people-stores';
import { type PasskeyCeremonies } from '../second-factor/passkey-ceremonies';
import { passkeyNameIn } from '../people/person-name';
import { passkeyPageOf } from '../second-factor/passkey-page';
import { mostPasskeys, type Passkey } from '../second-factor/passkeys.store';
import { newRecoveryCodes } from '../second-factor/recovery-codes.store';
import { type AccountSession } from './account-sessions';

type Form = Readonly<Record<string, unknown>>;

/** `recoveryCodes`: the user had no second factor before, and gets them once. */
export type PasskeyOutcome =
  { readonly recoveryCodes: readonly string[] | undefined } | { readonly problem: string };

/** The passkeys of a user, who manages them. The session has a recent second factor, or sign-in of a user without one. */
export class AccountPasskeys {
  private readonly log = new Logger('Account');

  constructor(
    private readonly people: Pick<PeopleStores, 'passkeys' | 'recoveryCodes'>,
    private readonly ceremonies: PasskeyCeremonies,
    /** Whether mail is configured. */
    private readonly tellsOwner: boolean,
  ) {}

  isOffered({ hasFactorElsewhere }: AccountSession): boolean {
    return this.ceremonies.host !== undefined && !hasFactorElsewhere;
  }

  async view({ user, uid }: AccountSession): Promise<{ passkeys: PasskeyView[]; passkeyOptions: string }> {
    const passkeys = await this.people.passkeys.of(user.id);
    const isFull = passkeys.length >= mostPasskeys;
    return {
      passkeys: passkeys.map((passkey) => this.viewOf(passkey)),
      passkeyOptions: isFull
        ? ''
        : await this.ceremonies.creationOptions(user, passkeyPageOf('account', uid)),
    };
  }

  async add({ user, uid, enrolled }: AccountSession, form: Form): Promise<PasskeyOutcome> {
    const { id: userId } = user;
    const named = passkeyNameIn(form.name);
    if ('problem' in named) return named;
    const created = await this.ceremonies.created(
      { userId, page: passkeyPageOf('account', uid) },
      form.credential,
    );
    if (!created) return { problem: 'The passkey was not created. Try again.' };
    const notice = this.tellsOwner ? noticeTo(user, 'factor-added') : undefined;
    const added = await this.people.passkeys.add(
      userId,
      { ...created, ...named },
      { onlyFirst: !enrolled, notice },
    );
    if (added === 'too-many') return { problem: 'You have reached the limit of passkeys. Remove one first.' };
    if (added !== 'added') return { problem: 'The passkey was not created. Try again.' };
    this.log.log({ msg: 'passkey added', userId });
    if (enrolled) return { recoveryCodes: undefined };
    const codes = newRecoveryCodes();
    await this.people.recoveryCodes.replace(userId, codes);
    return { recoveryCodes: codes };
  }

  /** The problem with it; undefined when the passkey is removed or does not exist. */
  async remove({ user: { id: userId } }: AccountSession, form: Form): Promise<string | undefined> {
    const { passkey: id } = form;
    const { host: rpId } = this.ceremonies;
    if (typeof id !== 'string' || !isUuid(id) || rpId === undefined) return undefined;
    const removed = await this.people.passkeys.remove(userId, id, { rpId });
    if (removed === 'last') {
      return 'This is your only second factor. Add another passkey before you remove it.';
    }
    if (removed === 'removed') this.log.log({ msg: 'passkey removed', userId });
    return undefined;
  }

  private viewOf({ id, name, createdAt, lastUsedAt, rpId }: Passkey): PasskeyView {
    return {
      id,
      name,
      created: dayInWords(createdAt),
      used: lastUsedAt ? dayInWords(lastUsedAt) : '',
      elsewhere: rpId === this.ceremonies.host ? '' : rpId,
    };
  }
}
