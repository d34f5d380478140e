import { clientBucket } from '@governance/http';
import { type Keyring } from '@governance/keyring';
import { type Express, type Request, type Response } from 'express';
import { accountCallbackPath } from '../oauth/people-clients';
import { type PageAnswers } from '../pages/page-answers';
import { PageProblem } from '../pages/page-problem';
import { accountClosed, noPassword } from '../pages/problem-page';
import { type PasskeyCeremonies } from '../second-factor/passkey-ceremonies';
import { type SecondFactors } from '../second-factor/second-factors.store';
import { dayInWords } from '../pages/day-in-words';
import { type SecondFactorResetsStore } from '../second-factor/second-factor-resets.store';
import { csrfToken, requireOwnForm } from '../sign-in/csrf-token';
import { type KnownBrowsers } from '../sign-in/known-browsers';
import { bodyOf, readForm } from '../pages/read-form';
import { type AccountPasswords } from './account-passwords';
import { accountForm } from './account-form';
import { type AccountSession, type AccountSessions } from './account-sessions';

export interface AccountParts {
  readonly sessions: AccountSessions;
  readonly passwords: AccountPasswords;
  readonly resets: Pick<SecondFactorResetsStore, 'find'>;
  readonly ceremonies: Pick<PasskeyCeremonies, 'host'>;
  readonly knownBrowsers: KnownBrowsers;
  readonly answers: PageAnswers;
  readonly keyring: Keyring;
}

/** The pages by the name that a sign-in returns to. */
const pages: ReadonlyMap<string, string> = new Map([
  ['account', '/account'],
  ['password', '/account/password'],
  ['passkeys', '/account/passkeys'],
  ['authenticator', '/account/authenticator'],
  ['recovery-codes', '/account/recovery-codes'],
  ['sessions', '/account/sessions'],
]);

/** The pages on which users manage their own account. */
export class AccountRoutes {
  constructor(private readonly parts: AccountParts) {}

  register(server: Express): void {
    const { answers } = this.parts;
    server.get('/', (_req, res) => {
      answers.redirect(res, '/account');
    });
    server.get('/account', answers.to(this.show));
    server.get(accountCallbackPath, answers.to(this.signedIn));
    server.get('/account/password', answers.to(this.showPassword));
    server.post('/account/password', readForm, answers.to(this.changePassword));
  }

  private readonly show = async (req: Request, res: Response): Promise<void> => {
    const { answers, ceremonies, keyring, resets, sessions } = this.parts;
    const session = await sessions.open(req, res);
    if (!session) {
      answers.redirect(res, sessions.signInAddress('account', undefined));
      return;
    }
    const { user, factors, enrolled, hasFactorElsewhere } = session;
    const reset = await resets.find(user.id);
    answers.send(res, 'account', {
      email: user.email,
      name: user.name,
      hasPassword: user.connectionId === undefined,
      secondFactor: factorsInWords(factors),
      hasApp: factors.app,
      resetDue: reset ? dayInWords(reset.dueAt) : '',
      csrf: csrfToken(keyring, accountForm(session)),
      enrolled,
      offersFactors: !hasFactorElsewhere,
      offersPasskeys: ceremonies.host !== undefined && !hasFactorElsewhere,
    });
  };

  /** The end of the authorization request: the session is what counts, and the code is not used. */
  private readonly signedIn = async (req: Request, res: Response): Promise<void> => {
    const { answers, sessions } = this.parts;
    const { error, state } = req.query;
    // A user who has cancelled must not be sent to the sign-in again.
    if (error !== undefined || !(await sessions.open(req, res))) throw new PageProblem(accountClosed);
    answers.redirect(res, pages.get(typeof state === 'string' ? state : '') ?? '/account');
  };

  private readonly showPassword = async (req: Request, res: Response): Promise<void> => {
    const session = await this.freshSession(req, res);
    if (session) this.sendForm(res, session, '');
  };

  private readonly changePassword = async (req: Request, res: Response): Promise<void> => {
    const { answers, keyring, knownBrowsers, passwords } = this.parts;
    const session = await this.freshSession(req, res);
    if (!session) return;
    const form = bodyOf(req);
    requireOwnForm(keyring, accountForm(session), form);
    const { id } = session.user;
    const browser = await knownBrowsers.find(req, id);
    const outcome = await passwords.change({ session, form, network: clientBucket(req.ip), browser });
    if (outcome === 'changed') {
      await knownBrowsers.remember(req, res, id);
      answers.send(res, 'account-changed', passwordChanged);
      return;
    }
    const { problem, waitSeconds } = outcome;
    if (waitSeconds !== undefined) res.set('retry-after', String(waitSeconds));
    this.sendForm(res.status(waitSeconds === undefined ? 422 : 429), session, problem);
  };

  /** Undefined when the user must sign in or show the second factor first; this was then answered. @throws a PageProblem. */
  private async freshSession(req: Request, res: Response): Promise<AccountSession | undefined> {
    const { answers, sessions } = this.parts;
    const session = await sessions.open(req, res);
    if (!session?.isFresh) {
      answers.redirect(res, sessions.signInAddress('password', session));
      return undefined;
    }
    if (session.user.connectionId !== undefined) throw new PageProblem(noPassword);
    return session;
  }

  private sendForm(res: Response, session: AccountSession, problem: string): void {
    const csrf = csrfToken(this.parts.keyring, accountForm(session));
    this.parts.answers.send(res, 'account-password', { csrf, email: session.user.email, problem });
  }
}

const passwordChanged = {
  heading: 'Your password is changed',
  lead: 'You stay signed in on this browser. Other browsers and all applications are signed out.',
};

function factorsInWords({ app, passkeyHosts }: SecondFactors): string {
  const words = [app && 'authenticator app', passkeyHosts.length > 0 && 'passkey'].filter(
    (word) => word !== false,
  );
  const [first = 'none', ...others] = words;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' and ');
}
