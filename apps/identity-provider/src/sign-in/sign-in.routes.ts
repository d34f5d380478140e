import { clientBucket } from '@governance/http';
import { type Keyring } from '@governance/keyring';
import { type Express, type Request, type Response } from 'express';
import { ConnectionActions } from './connection-actions';
import { type CookieRules } from '../oauth/cookies';
import { isAnswerTo } from '../connections/pending-upstream';
import { type Upstreams } from '../connections/upstreams';
import { acceptInvitation } from './accept-invitation';
import { invitationOf } from './invitation-visits';
import { type PageAnswers } from '../pages/page-answers';
import { type PageRenderer } from '../pages/page-renderer';
import { type PeopleStores } from '../stores/people-stores';
import { type PasskeyCeremonies } from '../second-factor/passkey-ceremonies';
import { beginSession } from './begin-session';
import { conclude, loginOf } from './conclude';
import { requireOwnForm } from './csrf-token';
import { FactorActions } from './factor-actions';
import { GuessJudge } from './guess-judge';
import { type KnownBrowsers } from './known-browsers';
import { nextStep } from './next-step';
import { type InvitedSituation, type Situation } from './situation';
import { bodyOf, readForm } from '../pages/read-form';
import { SignInActions } from './sign-in-actions';
import { type Form, type Outcome, type Submission } from './submission';
import { type Shown } from './shown';
import { nameOf, SignInPages } from './sign-in-pages';
import { signInPath } from '../pages/sign-in-path';
import { situationOf } from './situations';
import { type Step } from './step';
import { type Visit, type Visits } from './visit';

export interface SignInParts {
  readonly visits: Visits;
  readonly knownBrowsers: KnownBrowsers;
  readonly people: PeopleStores;
  readonly renderer: PageRenderer;
  readonly answers: PageAnswers;
  readonly ceremonies: PasskeyCeremonies;
  readonly keyring: Keyring;
  readonly upstreams: Upstreams;
  readonly cookies: CookieRules;
  readonly apiUrl: string;
  /** Whether mail is configured, so that a forgotten password can be reset, and owners are told of a new second factor. */
  readonly offersReset: boolean;
}

type SignInRequest = Request<{ uid: string }>;
type ConnectedRequest = Request<{ uid: string; connectionId: string }>;
type Action = (submission: Submission) => Promise<Outcome> | Outcome;

interface Exchange {
  readonly req: SignInRequest;
  readonly res: Response;
}

interface FormRoute {
  readonly path: string;
  readonly steps: readonly Step[];
  readonly action: Action;
}

/**
 * The pages of a sign-in. Its progress decides which page is shown. Every form leads back to the same address, and a form
 * of another step does nothing.
 */
export class SignInRoutes {
  private readonly pages: SignInPages;
  private readonly actions: SignInActions;
  private readonly factors: FactorActions;
  private readonly connections: ConnectionActions;

  constructor(private readonly parts: SignInParts) {
    this.pages = new SignInPages(parts);
    const judge = new GuessJudge(parts.people.attempts);
    this.actions = new SignInActions(parts.people, judge);
    this.factors = new FactorActions(parts.people, parts.ceremonies, judge, parts.offersReset);
    this.connections = new ConnectionActions(parts.people, parts.upstreams);
  }

  register(server: Express): void {
    const { answers } = this.parts;
    server.get('/sign-in/:uid', answers.to(this.show));
    server.get('/sign-in/:uid/connected/:connectionId', answers.to(this.connected));
    for (const route of this.forms()) {
      const handler = answers.to((req: SignInRequest, res) => this.act(req, res, route));
      server.post(`/sign-in/:uid/${route.path}`, readForm, handler);
    }
    server.post('/sign-in/:uid/another-person', readForm, answers.to(this.changePerson));
    server.post('/sign-in/:uid/cancel', readForm, answers.to(this.cancel));
  }

  private forms(): FormRoute[] {
    const { actions, connections, factors } = this;
    const one = (step: Step, action: Action): FormRoute => ({ path: step, steps: [step], action });
    return [
      one('password', (sent) => actions.password(sent)),
      one('new-password', (sent) => actions.newPassword(sent)),
      one('code', (sent) => factors.code(sent)),
      { path: 'recovery-code', steps: ['code'], action: (sent) => factors.recoveryCode(sent) },
      { path: 'passkey', steps: ['code'], action: (sent) => factors.passkey(sent) },
      one('enrol', (sent) => factors.enrolApp(sent)),
      { path: 'enrol-passkey', steps: ['enrol'], action: (sent) => factors.enrolPasskey(sent) },
      one('recovery-codes', (sent) => factors.confirmRecoveryCodes(sent)),
      one('organization', (sent) => actions.organization(sent)),
      one('consent', (sent) => actions.consent(sent)),
      {
        path: 'find-organization',
        steps: ['password'],
        action: (sent) => connections.findOrganization(sent),
      },
      { path: 'connection', steps: ['connection', 'password'], action: (sent) => connections.choose(sent) },
    ];
  }

  private readonly show = async (req: SignInRequest, res: Response): Promise<void> => {
    let visit = await this.parts.visits.open(req, res);
    let situation = await situationOf(visit, this.parts.people);
    const step = visit.interaction.result?.error === undefined ? nextStep(situation) : 'done';
    if (step === 'done') {
      await this.leave(visit, situation, { req, res });
      return;
    }
    if (step === 'enrol' && situation.progress.newSecret === undefined) {
      visit = await this.parts.visits.save(visit, this.factors.beginEnrolment(situation));
      situation = { ...situation, progress: visit.progress };
    }
    const variant = variantOf(req.query.with, {});
    await this.send(res, step, { visit, situation, ...variant });
  };

  private async act(req: SignInRequest, res: Response, { path, steps, action }: FormRoute): Promise<void> {
    const visit = await this.openForm(req, res);
    const situation = await situationOf(visit, this.parts.people);
    const step = nextStep(situation);
    if (!steps.includes(step) || step === 'done') {
      this.goBack(visit, res);
      return;
    }
    const form = bodyOf(req);
    const client = {
      network: clientBucket(req.ip),
      knownTo: (userId: string) => this.parts.knownBrowsers.find(req, userId),
    };
    const { uid } = visit.interaction;
    const outcome = await action({ situation, form, ...client, now: new Date(), uid });
    const variant = variantOf(path, form);
    await this.goOn(res, outcome, { step, visit, situation, ...variant });
  }

  /** A user returns from the provider of an organization. The pending request ends here, with or without success. */
  private readonly connected = async (req: ConnectedRequest, res: Response): Promise<void> => {
    let visit = await this.parts.visits.open(req, res);
    const { upstream: pending, ...progress } = visit.progress;
    const { connectionId } = req.params;
    if (!pending || !isAnswerTo(pending, { state: req.query.state, connectionId })) {
      this.goBack(visit, res);
      return;
    }
    visit = await this.parts.visits.save(visit, progress);
    const situation = await situationOf(visit, this.parts.people);
    const { search } = new URL(req.url, 'http://sign-in.invalid');
    const outcome = await this.connections.finish(situation, pending, { search, now: new Date() });
    const step = nextStep(situation);
    if (step === 'done') this.goBack(visit, res);
    else await this.goOn(res, outcome, { step, visit, situation });
  };

  private readonly changePerson = async (req: SignInRequest, res: Response): Promise<void> => {
    const visit = await this.openForm(req, res);
    await this.parts.visits.save(visit, { anotherPerson: true });
    this.goBack(visit, res);
  };

  private readonly cancel = async (req: SignInRequest, res: Response): Promise<void> => {
    const visit = await this.openForm(req, res);
    if (invitationOf(visit) !== undefined) {
      // An invitation has no application to go back to.
      this.goBack(visit, res);
      return;
    }
    visit.interaction.result = {
      error: 'access_denied',
      error_description: 'the user cancelled the sign-in',
    };
    await visit.interaction.persist();
    this.goBack(visit, res);
  };

  private async openForm(req: SignInRequest, res: Response): Promise<Visit> {
    const visit = await this.parts.visits.open(req, res);
    requireOwnForm(this.parts.keyring, visit.interaction.uid, bodyOf(req));
    return visit;
  }

  private async goOn(
    res: Response,
    outcome: Outcome,
    { step, ...shown }: Shown & { readonly step: Exclude<Step, 'done'> },
  ): Promise<void> {
    if (!('problem' in outcome)) {
      await this.parts.visits.save(shown.visit, outcome.progress);
      const { leadsTo } = outcome;
      if (!leadsTo) this.goBack(shown.visit, res);
      else this.moveOn(res, `You are being taken to ${leadsTo.name}.`, leadsTo.address);
      return;
    }
    const { problem, waitSeconds, progress } = outcome;
    if (progress) await this.parts.visits.save(shown.visit, progress);
    if (waitSeconds !== undefined) res.set('retry-after', String(waitSeconds));
    res.status(waitSeconds === undefined ? 422 : 429);
    await this.send(res, step, { ...shown, problem });
  }

  /** A redirect after a form must not lead to the application (see `pageHeaders`), so a page leads there instead. */
  private async leave(visit: Visit, situation: Situation, { req, res }: Exchange): Promise<void> {
    if (situation.invited) {
      await this.join(visit, situation.invited, { situation, req, res });
      return;
    }
    const { result, returnTo } = visit.interaction;
    const address =
      result?.error === undefined
        ? await conclude(visit, situation, { apiUrl: this.parts.apiUrl, people: this.parts.people })
        : returnTo;
    // Only after a complete sign-in here: an existing session proves nothing about this browser.
    if (result?.error === undefined && situation.progress.userId !== undefined) {
      await this.parts.knownBrowsers.remember(req, res, situation.progress.userId);
    }
    const path = new URL(address).pathname;
    const words = `You are being taken back to ${nameOf(visit.client)}.`;
    if (isEmpty(visit.progress) && result?.error === undefined) this.parts.answers.redirect(res, path);
    else this.moveOn(res, words, path);
  }

  /** The user has proven the mailbox and the account in this browser, and so is signed in to it. */
  private async join(
    visit: Visit,
    invited: InvitedSituation,
    { situation, req, res }: Exchange & { readonly situation: Situation },
  ): Promise<void> {
    const { cookies, knownBrowsers, people, visits } = this.parts;
    const userId = await acceptInvitation(invited, situation.progress, people);
    const login = loginOf({ ...situation, progress: { ...situation.progress, userId } }, userId);
    if (login) await beginSession(req, res, { provider: visit.provider, cookies, login });
    await knownBrowsers.remember(req, res, userId);
    await visits.save(visit, { invited: { accepted: true } });
    this.goBack(visit, res);
  }

  private goBack({ interaction }: Visit, res: Response): void {
    this.parts.answers.redirect(res, signInPath(interaction.uid));
  }

  private async send(res: Response, step: Exclude<Step, 'done'>, shown: Shown): Promise<void> {
    this.parts.answers.sendRendered(res, await this.pages.render(step, shown));
  }

  private moveOn(res: Response, words: string, address: string): void {
    this.parts.answers.sendRendered(res, this.pages.movingOn(words, address));
  }
}

/** The variant of a step's page, and the text that was typed on it. */
function variantOf(name: unknown, form: Form): Pick<Shown, 'method' | 'organization' | 'email' | 'name'> {
  const typed = (field: string): string => (typeof form[field] === 'string' ? form[field].slice(0, 256) : '');
  switch (name) {
    case 'recovery-code':
      return { method: 'recovery-code' };
    // The query of a link, and the forms with a code of the app.
    case 'app':
    case 'code':
    case 'enrol':
      return { method: 'app' };
    case 'organization':
    case 'find-organization':
      return { organization: typed('organization') };
    case 'password':
      return { email: typed('email') };
    case 'new-password':
      return { name: typed('name') };
    default:
      return {};
  }
}

function isEmpty(progress: Visit['progress']): boolean {
  return Object.keys(progress).length === 0;
}
