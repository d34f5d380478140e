import { type Keyring } from '@governance/keyring';
import { Logger } from '@nestjs/common';
import { type Express, type Request, type RequestHandler, type Response } from 'express';
import { dayInWords } from '../pages/day-in-words';
import { type PageAnswers } from '../pages/page-answers';
import { PageProblem } from '../pages/page-problem';
import { accountClosed, factorResetOver } from '../pages/problem-page';
import { bodyOf, readForm } from '../pages/read-form';
import { type User } from '../people/users.store';
import { resetIdIn, resetPath } from '../second-factor/reset-token';
import { csrfToken, requireOwnForm } from '../sign-in/csrf-token';
import { type PeopleStores } from '../stores/people-stores';
import { accountForm } from './account-form';
import { type AccountSessions } from './account-sessions';

export interface SecondFactorResetParts {
  readonly sessions: AccountSessions;
  readonly people: Pick<PeopleStores, 'users' | 'secondFactorResets'>;
  readonly answers: PageAnswers;
  readonly keyring: Keyring;
}

type LinkRequest = Request<{ token: string }>;

/** Cancels a reset of the second factor: behind the link of the mail, and on the account page. Opening the link changes nothing. */
export class SecondFactorResetRoutes {
  private readonly log = new Logger('Account');

  constructor(private readonly parts: SecondFactorResetParts) {}

  register(server: Express): void {
    const { answers } = this.parts;
    server.get(resetPath(':token'), hidePath, answers.to(this.show));
    server.post(resetPath(':token'), hidePath, readForm, answers.to(this.cancelByLink));
    server.post('/account/second-factor-reset', readForm, answers.to(this.cancelOnPage));
  }

  private readonly show = async (req: LinkRequest, res: Response): Promise<void> => {
    const { user, dueAt } = await this.opened(req);
    this.parts.answers.send(res, 'second-factor-reset', {
      csrf: csrfToken(this.parts.keyring, formOf(user)),
      action: resetPath(req.params.token),
      email: user.email,
      due: dayInWords(dueAt),
    });
  };

  private readonly cancelByLink = async (req: LinkRequest, res: Response): Promise<void> => {
    const { user } = await this.opened(req);
    requireOwnForm(this.parts.keyring, formOf(user), bodyOf(req));
    await this.cancel(user);
    this.parts.answers.send(res, 'account-changed', kept);
  };

  private readonly cancelOnPage = async (req: Request, res: Response): Promise<void> => {
    const session = await this.parts.sessions.open(req, res);
    if (!session) throw new PageProblem(accountClosed);
    requireOwnForm(this.parts.keyring, accountForm(session), bodyOf(req));
    await this.cancel(session.user);
    this.parts.answers.redirect(res, '/account');
  };

  private async cancel(user: User): Promise<void> {
    const isCancelled = await this.parts.people.secondFactorResets.cancel(user, { isByOwner: true });
    if (isCancelled) this.log.log({ msg: 'reset of the second factor cancelled', userId: user.id });
  }

  /** @throws a PageProblem for a link of a reset that is not pending. */
  private async opened({ params: { token } }: LinkRequest): Promise<{ user: User; dueAt: Date }> {
    const { secondFactorResets, users } = this.parts.people;
    const id = resetIdIn(this.parts.keyring, token);
    const reset = id === undefined ? undefined : await secondFactorResets.findById(id);
    const user = reset && (await users.find(reset.userId));
    if (!user) throw new PageProblem(factorResetOver);
    return { user, dueAt: reset.dueAt };
  }
}

const kept = {
  heading: 'Your second factor stays',
  lead: 'The reset was cancelled. If you did not expect it, tell an administrator of your organization, and change your password.',
};

/** Keeps every part of the token out of the log. */
const hidePath: RequestHandler<{ token: string }> = (req, _res, next) => {
  req.originalUrl = resetPath(':token');
  next();
};

function formOf({ id }: User): string {
  return `second-factor-reset ${id}`;
}
