import { type Express, type Request, type Response } from 'express';
import { type PageAnswers } from '../pages/page-answers';
import { PageProblem } from '../pages/page-problem';
import { passkeysNotOffered } from '../pages/problem-page';
import { bodyOf, readForm } from '../pages/read-form';
import { type AccountPasskeys } from './account-passkeys';
import { type AccountSession } from './account-sessions';
import { type RecentSessions } from './recent-sessions';

export interface AccountPasskeyParts {
  readonly sessions: RecentSessions;
  readonly passkeys: AccountPasskeys;
  readonly answers: PageAnswers;
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
    const session = await this.session(req, res);
    if (session) await this.send(res, session, '');
  };

  private readonly add = async (req: Request, res: Response): Promise<void> => {
    const { answers, passkeys } = this.parts;
    const session = await this.session(req, res);
    if (!session) return;
    const outcome = await passkeys.add(session, bodyOf(req));
    if ('problem' in outcome) await this.send(res.status(422), session, outcome.problem);
    else if (outcome.recoveryCodes)
      answers.send(res, 'account-recovery-codes', {
        lead: 'Your passkey is your second factor from your next sign-in on.',
        codes: outcome.recoveryCodes,
      });
    else answers.redirect(res, path);
  };

  private readonly remove = async (req: Request, res: Response): Promise<void> => {
    const { answers, passkeys } = this.parts;
    const session = await this.session(req, res);
    if (!session) return;
    const problem = await passkeys.remove(session, bodyOf(req));
    if (problem === undefined) answers.redirect(res, path);
    else await this.send(res.status(422), session, problem);
  };

  private session(req: Request, res: Response): Promise<AccountSession | undefined> {
    return this.parts.sessions.open({ req, res }, 'passkeys', (session) => {
      if (!this.parts.passkeys.isOffered(session)) throw new PageProblem(passkeysNotOffered);
    });
  }

  private async send(res: Response, session: AccountSession, problem: string): Promise<void> {
    const { answers, passkeys, sessions } = this.parts;
    const view = await passkeys.view(session);
    answers.send(res, 'account-passkeys', { csrf: sessions.csrf(session), problem, ...view });
  }
}
