import { type Keyring } from '@governance/keyring';
import { type Request, type Response } from 'express';
import { type PageAnswers } from '../pages/page-answers';
import { bodyOf } from '../pages/read-form';
import { csrfToken, requireOwnForm } from '../sign-in/csrf-token';
import { accountForm } from './account-form';
import { type AccountSession, type AccountSessions } from './account-sessions';

export interface RecentSessionParts {
  readonly sessions: AccountSessions;
  readonly answers: PageAnswers;
  readonly keyring: Keyring;
}

/** The sessions of pages that change how a user signs in: their second factor, or first factor, is recent. */
export class RecentSessions {
  constructor(private readonly parts: RecentSessionParts) {}

  /**
   * Undefined when the user must sign in or show the second factor first; this was then answered, and leads back to the page.
   * `check` throws a PageProblem for users without the page.
   */
  async open(
    { req, res }: { readonly req: Request; readonly res: Response },
    page: string,
    check: (session: AccountSession) => void = () => undefined,
  ): Promise<AccountSession | undefined> {
    const { answers, sessions } = this.parts;
    const session = await sessions.open(req, res);
    if (session) check(session);
    if (!session?.isRecent) {
      answers.redirect(res, sessions.signInAddress(page, session));
      return undefined;
    }
    if (req.method === 'POST') requireOwnForm(this.parts.keyring, accountForm(session), bodyOf(req));
    return session;
  }

  /** The secret of the forms. */
  csrf(session: AccountSession): string {
    return csrfToken(this.parts.keyring, accountForm(session));
  }
}
