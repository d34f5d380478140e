import { type Express, type Request, type Response } from 'express';
import { type PageAnswers } from '../pages/page-answers';
import { PageProblem } from '../pages/page-problem';
import { factorElsewhere } from '../pages/problem-page';
import { bodyOf, readForm } from '../pages/read-form';
import { type AccountFactors, type NewAppPage } from './account-factors';
import { type AccountSession } from './account-sessions';
import { type RecentSessions } from './recent-sessions';

export interface AccountFactorRouteParts {
  readonly sessions: RecentSessions;
  readonly factors: AccountFactors;
  readonly answers: PageAnswers;
}

/** The pages on which users replace their authenticator app and their recovery codes. */
export class AccountFactorRoutes {
  constructor(private readonly parts: AccountFactorRouteParts) {}

  register(server: Express): void {
    const { answers } = this.parts;
    server.get('/account/authenticator', answers.to(this.showApp));
    server.post('/account/authenticator', readForm, answers.to(this.setApp));
    server.get('/account/recovery-codes', answers.to(this.showCodes));
    server.post('/account/recovery-codes', readForm, answers.to(this.newCodes));
  }

  private readonly showApp = async (req: Request, res: Response): Promise<void> => {
    const session = await this.session(req, res, 'authenticator');
    if (session) this.sendApp(res, session, { page: this.parts.factors.newApp(session), problem: '' });
  };

  private readonly setApp = async (req: Request, res: Response): Promise<void> => {
    const { answers, factors } = this.parts;
    const session = await this.session(req, res, 'authenticator');
    if (!session) return;
    const outcome = await factors.setApp(session, bodyOf(req));
    if (outcome === 'outdated') answers.redirect(res, '/account/authenticator');
    else if (outcome === 'replaced') answers.send(res, 'account-changed', appChanged);
    else if ('page' in outcome) this.sendApp(res.status(422), session, outcome);
    else answers.send(res, 'account-recovery-codes', { lead: firstApp, codes: outcome.recoveryCodes });
  };

  private readonly showCodes = async (req: Request, res: Response): Promise<void> => {
    const { answers, sessions } = this.parts;
    const session = await this.session(req, res, 'recovery-codes');
    if (!session) return;
    if (session.enrolled) answers.send(res, 'account-new-codes', { csrf: sessions.csrf(session) });
    else answers.redirect(res, '/account/authenticator');
  };

  private readonly newCodes = async (req: Request, res: Response): Promise<void> => {
    const { answers, factors } = this.parts;
    const session = await this.session(req, res, 'recovery-codes');
    if (!session) return;
    if (!session.enrolled) answers.redirect(res, '/account/authenticator');
    else
      answers.send(res, 'account-recovery-codes', {
        lead: codesChanged,
        codes: await factors.newCodes(session),
      });
  };

  private session(req: Request, res: Response, page: string): Promise<AccountSession | undefined> {
    return this.parts.sessions.open({ req, res }, page, ({ hasFactorElsewhere }) => {
      if (hasFactorElsewhere) throw new PageProblem(factorElsewhere);
    });
  }

  private sendApp(
    res: Response,
    session: AccountSession,
    { page, problem }: { readonly page: NewAppPage; readonly problem: string },
  ): void {
    const { answers, sessions } = this.parts;
    answers.send(res, 'account-authenticator', {
      ...page,
      csrf: sessions.csrf(session),
      base: '/account',
      isReplaced: session.factors.app,
      problem,
      codeProblem: problem !== '',
    });
  }
}

const appChanged = {
  heading: 'Your authenticator app is set up',
  lead: 'Delete the entry of this account in the earlier app, if there is one: its codes no longer work. You stay signed in on this browser. If an earlier app was replaced, other browsers and all applications are signed out.',
};
const firstApp = 'Your app is your second factor from your next sign-in on.';
const codesChanged = 'Your earlier recovery codes no longer work.';
