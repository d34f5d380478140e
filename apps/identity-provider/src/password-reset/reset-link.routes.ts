import { type Keyring } from '@governance/keyring';
import { type Express, type Request, type RequestHandler, type Response } from 'express';
import { type PageAnswers } from '../pages/page-answers';
import { PageProblem } from '../pages/page-problem';
import { resetLinkOver } from '../pages/problem-page';
import { newPasswordOf } from '../people/new-password';
import { hashPassword } from '../people/password-hash';
import { type PeopleStores } from '../stores/people-stores';
import { type User } from '../people/users.store';
import { csrfToken, requireOwnForm } from '../sign-in/csrf-token';
import { bodyOf, readForm } from '../pages/read-form';
import { resetLinkPath } from '../people/reset-link-path';

export interface ResetLinkParts {
  readonly people: Pick<PeopleStores, 'users' | 'passwordResets' | 'passwordChanges'>;
  readonly answers: PageAnswers;
  readonly keyring: Keyring;
  /** Whether mail is configured, so that the owner is told about the change. */
  readonly offersReset: boolean;
}

type LinkRequest = Request<{ token: string }>;

/** The page behind the link of a reset. Opening the link changes nothing, because mail scanners open links too. */
export class ResetLinkRoutes {
  constructor(private readonly parts: ResetLinkParts) {}

  register(server: Express): void {
    const { answers } = this.parts;
    server.get('/password-resets/:token', hidePath, answers.to(this.show));
    server.post('/password-resets/:token', hidePath, readForm, answers.to(this.choose));
  }

  private readonly show = async (req: LinkRequest, res: Response): Promise<void> => {
    const user = await this.ownerOf(req);
    this.sendForm(res, { req, user, problem: '' });
  };

  private readonly choose = async (req: LinkRequest, res: Response): Promise<void> => {
    const { answers, keyring, offersReset: tellsOwner, people } = this.parts;
    const user = await this.ownerOf(req);
    const form = bodyOf(req);
    requireOwnForm(keyring, formOf(user), form);
    const chosen = newPasswordOf(form, user.email);
    if ('problem' in chosen) {
      this.sendForm(res.status(422), { req, user, problem: chosen.problem });
      return;
    }
    const change = { user, hash: await hashPassword(chosen.password), tellsOwner };
    if (!(await people.passwordChanges.byLink(req.params.token, change)))
      throw new PageProblem(resetLinkOver);
    // The sign-in that asked for the mail may be in another browser, so it does not continue here.
    answers.send(res, 'password-replaced', {});
  };

  /** @throws a PageProblem for a link that cannot be used. */
  private async ownerOf({ params: { token } }: LinkRequest): Promise<User> {
    const { passwordResets, users } = this.parts.people;
    const userId = await passwordResets.find(token);
    const user = userId === undefined ? undefined : await users.find(userId);
    if (!user) throw new PageProblem(resetLinkOver);
    return user;
  }

  private sendForm(
    res: Response,
    { req, user, problem }: { readonly req: LinkRequest; readonly user: User; readonly problem: string },
  ): void {
    this.parts.answers.send(res, 'reset-password', {
      csrf: csrfToken(this.parts.keyring, formOf(user)),
      action: resetLinkPath(req.params.token),
      email: user.email,
      problem,
    });
  }
}

/** Keeps every part of the token out of the log. */
const hidePath: RequestHandler<{ token: string }> = (req, _res, next) => {
  req.originalUrl = resetLinkPath(':token');
  next();
};

function formOf({ id }: User): string {
  return `password-reset ${id}`;
}
