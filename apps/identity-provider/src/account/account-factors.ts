import { type Keyring, type SealContext } from '@governance/keyring';
import { type Clock } from '@governance/kernel';
import { Logger } from '@nestjs/common';
import { noticeTo } from '../people/mails.store';
import { type AppSetup, appSetup, confirmedStep } from '../second-factor/app-setup';
import { toBase32 } from '../second-factor/base32';
import { newRecoveryCodes } from '../second-factor/recovery-codes.store';
import { newTotpSecret } from '../second-factor/totp';
import { type PeopleStores } from '../stores/people-stores';
import { type AccountSession } from './account-sessions';

type Form = Readonly<Record<string, unknown>>;

export interface AccountFactorParts {
  readonly people: Pick<PeopleStores, 'authenticators' | 'recoveryCodes'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** Whether mail is configured. */
  readonly tellsOwner: boolean;
}

/** The page that sets up an app. `sealed` is the secret of the app, which the form sends back. */
export type NewAppPage = AppSetup & { readonly sealed: string };

/** `recoveryCodes`: the user had no second factor before, and gets them once. */
export type AppOutcome =
  | { readonly recoveryCodes: readonly string[] }
  | { readonly page: NewAppPage; readonly problem: string }
  | 'replaced'
  | 'outdated';

/** The authenticator app and the recovery codes of a user, whose session is recent (`RecentSessions`). */
export class AccountFactors {
  private readonly log = new Logger('Account');

  constructor(private readonly parts: AccountFactorParts) {}

  newApp(session: AccountSession): NewAppPage {
    return this.pageOf(session, newTotpSecret());
  }

  /** Stores the app whose code the form has. It replaces the earlier one and signs out other browsers and programs. */
  async setApp(session: AccountSession, { sealed, code }: Form): Promise<AppOutcome> {
    const { people, clock } = this.parts;
    const { id: userId } = session.user;
    const secret = this.opened(session, sealed);
    if (!secret) return 'outdated';
    const usedStep = confirmedStep(secret, code, clock.now());
    if (usedStep === undefined) {
      const problem = 'The code is incorrect. Enter the code that the app shows now.';
      return { page: this.pageOf(session, secret), problem };
    }
    if (session.enrolled) {
      const kind = session.factors.app ? 'app-replaced' : 'factor-added';
      const app = { secret, usedStep, notice: this.notice(session, kind) };
      await people.authenticators.replace(userId, app, session.id);
      this.log.log({ msg: 'authenticator app set', userId });
      return 'replaced';
    }
    const app = { secret, usedStep, notice: this.notice(session, 'factor-added') };
    // Another tab has set up a second factor first.
    if (!(await people.authenticators.enrolFirst(userId, app))) return 'outdated';
    this.log.log({ msg: 'second factor set up', userId });
    const recoveryCodes = newRecoveryCodes();
    await people.recoveryCodes.replace(userId, recoveryCodes);
    return { recoveryCodes };
  }

  /** The earlier codes no longer work. */
  async newCodes(session: AccountSession): Promise<readonly string[]> {
    const { id: userId } = session.user;
    const codes = newRecoveryCodes();
    const notice = this.notice(session, 'recovery-codes-replaced');
    await this.parts.people.recoveryCodes.renew(userId, codes, notice);
    this.log.log({ msg: 'recovery codes replaced', userId });
    return codes;
  }

  private notice(
    { user }: AccountSession,
    kind: Parameters<typeof noticeTo>[1],
  ): ReturnType<typeof noticeTo> {
    return this.parts.tellsOwner ? noticeTo(user, kind) : undefined;
  }

  private pageOf(session: AccountSession, secret: Uint8Array): NewAppPage {
    const sealed = this.parts.keyring.seal(secret, sealOf(session)).toString('base64url');
    return { ...appSetup(toBase32(secret), session.user.email), sealed };
  }

  /** Undefined when it was sealed for another session. */
  private opened(session: AccountSession, sealed: unknown): Buffer | undefined {
    if (typeof sealed !== 'string') return undefined;
    try {
      return this.parts.keyring.open(Buffer.from(sealed, 'base64url'), sealOf(session));
    } catch {
      return undefined;
    }
  }
}

function sealOf({ uid }: AccountSession): SealContext {
  return { table: 'account form', column: 'app secret', row: uid };
}
