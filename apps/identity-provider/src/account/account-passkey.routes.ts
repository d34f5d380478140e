import { type Keyring } from '@governance/keyring';
import { type Express, type Request, type Response } from 'express';
import { type PageAnswers } from '../pages/page-answers';
import { PageProblem } from '../pages/page-problem';
import { passkeysNotOffered } from '../pages/problem-page';
import { csrfToken, requireOwnForm } from '../sign-in/csrf-token';
import { bodyOf, readForm } from '../pages/read-form';
import { accountForm } from './account-form';
import { type AccountPasskeys } from './account-passkeys';
import { type AccountSession, type AccountSessions } from './account-sessions';

export interface AccountPasskeyParts {
  readonly sessions: AccountSessions;
  readonly passkeys: AccountPasskeys;
  readonly answers: PageAnswers;
  readonly keyring: Keyring;
}

const path = '/account/passkeys';

/** The page on which users manage their passkeys. */
export class AccountPasskeyRoutes {
  constructor(private readonly parts: AccountPasskeyParts) {}

  register(server: Express): void {
    const { answers } = this.parts;
    server.get(path, answers.to(this.show));
    server.post(path, readForm, answers.to(this.add));
    server.post(`${path}/removal`, readForm, answers.to(this.remove));
  }

  private readonly show = async (req: Request, res: Response): Promise<void> => {
    const session = await this.recentSession(req, res);
    if (session) await this.send(res, session, '');
  };

  private readonly add = async (req: Request, res: Response): Promise<void> => {
    const { answers, passkeys } = this.parts;
    const session = await this.formSession(req, res);
    if (!session) return;
    const outcome = await passkeys.add(session, bodyOf(req));
    if ('problem' in outcome) await this.send(res.status(422), session, outcome.problem);
    else if (outcome.recoveryCodes)
      answers.send(res, 'account-recovery-codes', { codes: outcome.recoveryCodes });
    else answers.redirect(res, path);
  };

  private readonly remove = async (req: Request, res: Response): Promise<void> => {
    const { answers, passkeys } = this.parts;
    const session = await this.formSession(req, res);
    if (!session) return;
    const problem = await passkeys.remove(session, bodyOf(req));
    if (problem === undefined) answers.redirect(res, path);
    else await this.send(res.status(422), session, problem);
  };

  private async formSession(req: Request, res: Response): Promise<AccountSession | undefined> {
    const session = await this.recentSession(req, res);
    if (session) requireOwnForm(this.parts.keyring, accountForm(session), bodyOf(req));
    return session;
  }

  /** Undefined when the user must sign in or show the second factor first; this was then answered. @throws a PageProblem. */
  private async recentSession(req: Request, res: Response): Promise<AccountSession | undefined> {
    const { answers, passkeys, sessions } = this.parts;
    const session = await sessions.open(req, res);
    if (session && !passkeys.isOffered(session)) throw new PageProblem(passkeysNotOffered);
    if (session?.isRecent) return session;
    answers.redirect(res, sessions.signInAddress('passkeys', session));
    return undefined;
  }

  private async send(res: Response, session: AccountSession, problem: string): Promise<void> {
    const { answers, keyring, passkeys } = this.parts;
    const csrf = csrfToken(keyring, accountForm(session));
    answers.send(res, 'account-passkeys', { csrf, problem, ...(await passkeys.view(session)) });
  }
}
