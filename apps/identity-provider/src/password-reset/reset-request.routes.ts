import { clientBucket } from '@governance/http';
import { type Keyring } from '@governance/keyring';
import { type Express, type Request, type Response } from 'express';
import { setTimeout as delay } from 'node:timers/promises';
import { type PageAnswers } from '../pages/page-answers';
import { PageProblem } from '../pages/page-problem';
import { resetNotOffered } from '../pages/problem-page';
import { invitationOf } from '../sign-in/invitation-visits';
import { csrfToken, requireOwnForm } from '../sign-in/csrf-token';
import { type KnownBrowsers } from '../sign-in/known-browsers';
import { bodyOf, readForm } from '../pages/read-form';
import { textOf } from '../sign-in/submission';
import { nameOf } from '../sign-in/sign-in-pages';
import { signInPath } from '../pages/sign-in-path';
import { type Visit, type Visits } from '../sign-in/visit';
import { type ResetRequests } from './reset-requests';

export interface ResetRequestParts {
  readonly visits: Visits;
  readonly knownBrowsers: KnownBrowsers;
  readonly requests: ResetRequests;
  readonly answers: PageAnswers;
  readonly keyring: Keyring;
  /** Whether mail is configured. */
  readonly offersReset: boolean;
}

/** Longer than the work, which is shorter for an address that is over its budget. */
const answerMs = 500;

type VisitRequest = Request<{ uid: string }>;

/** "Forgot your password?" beside the password page. Every request for a mail has the same answer. */
export class ResetRequestRoutes {
  constructor(private readonly parts: ResetRequestParts) {}

  register(server: Express): void {
    const { answers } = this.parts;
    server.get('/sign-in/:uid/password-reset', answers.to(this.show));
    server.post('/sign-in/:uid/password-reset', readForm, answers.to(this.request));
    server.get('/sign-in/:uid/password-reset/sent', answers.to(this.sent));
  }

  private readonly show = async (req: VisitRequest, res: Response): Promise<void> => {
    const visit = await this.parts.visits.open(req, res);
    if (!this.parts.offersReset) throw new PageProblem(resetNotOffered);
    this.sendForm(res, visit, { email: visit.progress.address ?? '', problem: '' });
  };

  private readonly request = async (req: VisitRequest, res: Response): Promise<void> => {
    const { answers, keyring, knownBrowsers, offersReset, requests, visits } = this.parts;
    const visit = await visits.open(req, res);
    const { uid } = visit.interaction;
    const form = bodyOf(req);
    if (!offersReset) throw new PageProblem(resetNotOffered);
    requireOwnForm(keyring, uid, form);
    const email = textOf(form.email).trim();
    const [isAddress] = await Promise.all([
      requests.add({
        email,
        network: clientBucket(req.ip),
        knownTo: (userId) => knownBrowsers.find(req, userId),
      }),
      delay(answerMs),
    ]);
    if (isAddress) answers.redirect(res, `${signInPath(uid)}/password-reset/sent`);
    else this.sendForm(res.status(422), visit, { email, problem: 'Enter one email address.' });
  };

  private readonly sent = async (req: VisitRequest, res: Response): Promise<void> => {
    const { client, interaction } = await this.parts.visits.open(req, res);
    const view = { client: nameOf(client), base: signInPath(interaction.uid) };
    this.parts.answers.send(res, 'reset-sent', view);
  };

  private sendForm(res: Response, visit: Visit, typed: { email: string; problem: string }): void {
    const { uid } = visit.interaction;
    this.parts.answers.send(res, 'forgot-password', {
      client: nameOf(visit.client),
      base: signInPath(uid),
      csrf: csrfToken(this.parts.keyring, uid),
      cancellable: invitationOf(visit) === undefined,
      ...typed,
    });
  }
}
