import { type Keyring } from '@governance/keyring';
import { type Express, type Request, type RequestHandler, type Response } from 'express';
import { type PageAnswers } from '../pages/page-answers';
import { notFromUs, resetLinkOver } from '../pages/problem-page';
import { newPasswordOf } from '../people/new-password';
import { type PeopleStores } from '../people/people-stores';
import { type User } from '../management/users.store';
import { csrfToken, isCsrfToken } from '../sign-in/csrf-token';
import { bodyOf, readForm } from '../sign-in/read-form';
import { resetLinkPath } from './reset-link-path';

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
    if (user) this.sendForm(res, { req, user, problem: '' });
    else this.parts.answers.sendProblem(res, resetLinkOver);
  };

  private readonly choose = async (req: LinkRequest, res: Response): Promise<void> => {
    const { answers, keyring, offersReset: tellsOwner, people } = this.parts;
    const user = await this.ownerOf(req);
    const form = bodyOf(req);
    if (!user || !isCsrfToken(keyring, formOf(user), form.csrf)) {
      answers.sendProblem(res, user ? notFromUs : resetLinkOver);
      return;
    }
    const chosen = newPasswordOf(form, user.email);
    if ('problem' in chosen) {
      this.sendForm(res.status(422), { req, user, problem: chosen.problem });
      return;
    }
    const change = { user, password: chosen.password, tellsOwner };
    if (await people.passwordChanges.byLink(req.params.token, change)) {
      // The sign-in that asked for the mail may be in another browser, so it does not continue here.
      answers.send(res, 'password-replaced', {});
    } else answers.sendProblem(res, resetLinkOver);
  };

  private async ownerOf({ params: { token } }: LinkRequest): Promise<User | undefined> {
    const { passwordResets, users } = this.parts.people;
    const userId = await passwordResets.find(token);
    return userId === undefined ? undefined : users.find(userId);
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
