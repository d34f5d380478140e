import { problemOf } from '@governance/http';
import { type Keyring } from '@governance/keyring';
import { requestContext } from '@governance/runtime';
import { type Express, type Request, type RequestHandler, type Response } from 'express';
import { pageHeaders } from '../pages/page-headers';
import { type PageRenderer } from '../pages/page-renderer';
import { type ProblemPage } from '../pages/problem-page';
import { roleMeans, rolesInWords } from '../pages/roles-in-words';
import { type PeopleStores } from '../people/people-stores';
import { csrfToken, isCsrfToken } from '../sign-in/csrf-token';
import { pageOf } from '../sign-in/page-of-error';
import { bodyOf, readForm } from '../sign-in/read-form';
import { type OpenedInvitation } from './acceptances.store';
import { closedInvitations, InvitationClosed } from './invitation-problems';
import { type InvitationVisits } from './invitation-visits';

export interface InvitationParts {
  readonly visits: InvitationVisits;
  readonly people: Pick<PeopleStores, 'acceptances'>;
  readonly renderer: PageRenderer;
  readonly keyring: Keyring;
}

type LinkRequest = Request<{ token: string }>;

/** The pages behind invitation links. Opening a link changes nothing, because mail scanners open links too. */
export class InvitationRoutes {
  constructor(private readonly parts: InvitationParts) {}

  register(server: Express): void {
    server.get('/invitations/:token', hidePath, this.answer(this.show));
    server.post('/invitations/:token', hidePath, readForm, this.answer(this.begin));
  }

  private readonly show = async (req: LinkRequest, res: Response): Promise<void> => {
    const invitation = await this.find(req);
    const { orgName, email, role, expiresAt } = invitation;
    const html = this.parts.renderer.render('invitation', {
      csrf: csrfToken(this.parts.keyring, formOf(invitation)),
      action: `/invitations/${req.params.token}`,
      organization: orgName,
      email,
      role: rolesInWords[role],
      roleMeans: roleMeans[role],
      until: dateInWords(expiresAt),
    });
    res.set(pageHeaders).type('html').send(html);
  };

  private readonly begin = async (req: LinkRequest, res: Response): Promise<void> => {
    const invitation = await this.find(req);
    const isOurs = isCsrfToken(this.parts.keyring, formOf(invitation), bodyOf(req).csrf);
    if (!isOurs) throw new InvitationClosed('not-from-us');
    res.set(pageHeaders).redirect(303, await this.parts.visits.begin(invitation.id, res));
  };

  /** @throws InvitationClosed. */
  private async find({ params: { token } }: LinkRequest): Promise<OpenedInvitation> {
    const invitation = await this.parts.people.acceptances.findByToken(token);
    if (!invitation) throw new InvitationClosed('unknown');
    if (invitation.state !== 'open') throw new InvitationClosed(invitation.state);
    return invitation;
  }

  private answer(
    handler: (req: LinkRequest, res: Response) => Promise<void>,
  ): RequestHandler<{ token: string }> {
    return (req, res) => {
      handler(req, res).catch((error: unknown) => {
        if (error instanceof InvitationClosed) {
          this.sendProblem(res, closedInvitations[error.why]);
          return;
        }
        requestContext(req).problem = problemOf(error);
        this.sendProblem(res, pageOf(error));
      });
    };
  }

  private sendProblem(res: Response, { status, ...view }: ProblemPage): void {
    if (status === 503) res.set('retry-after', '2');
    res.status(status).set(pageHeaders).type('html').send(this.parts.renderer.render('problem', view));
  }
}

/** Keeps every part of the token out of the log. */
const hidePath: RequestHandler<{ token: string }> = (req, _res, next) => {
  req.originalUrl = '/invitations/:token';
  next();
};

function formOf({ id }: OpenedInvitation): string {
  return `invitation ${id}`;
}

function dateInWords(time: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
    .format(time)
    .concat(' UTC');
}
