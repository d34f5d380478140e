import { signInKey } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { type Express, type Request, type RequestHandler, type Response } from 'express';
import { type PageAnswers } from '../pages/page-answers';
import { roleMeans, rolesInWords } from '../pages/roles-in-words';
import { type PeopleStores } from '../stores/people-stores';
import { csrfToken, isCsrfToken } from './csrf-token';
import { bodyOf, readForm } from '../pages/read-form';
import { type OpenedInvitation } from '../invitations/acceptances.store';
import { InvitationClosed } from '../invitations/invitation-problems';
import { type InvitationVisits } from './invitation-visits';

export interface InvitationParts {
  readonly visits: InvitationVisits;
  readonly people: Pick<PeopleStores, 'acceptances'>;
  /** The user who is signed in to the browser. */
  readonly sessions: {
    open(req: Request, res: Response): Promise<{ readonly user: { readonly email: string } } | undefined>;
  };
  readonly answers: PageAnswers;
  readonly keyring: Keyring;
}

type LinkRequest = Request<{ token: string }>;

/** The pages behind invitation links. Opening a link changes nothing, because mail scanners open links too. */
export class InvitationRoutes {
  constructor(private readonly parts: InvitationParts) {}

  register(server: Express): void {
    const { answers } = this.parts;
    server.get('/invitations/:token', hidePath, answers.to(this.show));
    server.post('/invitations/:token', hidePath, readForm, answers.to(this.begin));
  }

  private readonly show = async (req: LinkRequest, res: Response): Promise<void> => {
    const invitation = await this.find(req);
    const { orgName, email, role, expiresAt } = invitation;
    const session = await this.parts.sessions.open(req, res);
    const signedIn = session?.user.email ?? '';
    this.parts.answers.send(res, 'invitation', {
      csrf: csrfToken(this.parts.keyring, formOf(invitation)),
      action: `/invitations/${req.params.token}`,
      organization: orgName,
      email,
      role: rolesInWords[role],
      roleMeans: roleMeans[role],
      signedIn: signedIn !== '' && signInKey(signedIn) !== signInKey(email) ? signedIn : '',
      until: dateInWords(expiresAt),
    });
  };

  private readonly begin = async (req: LinkRequest, res: Response): Promise<void> => {
    const invitation = await this.find(req);
    const isOurs = isCsrfToken(this.parts.keyring, formOf(invitation), bodyOf(req).csrf);
    if (!isOurs) throw new InvitationClosed('not-from-us');
    this.parts.answers.redirect(res, await this.parts.visits.begin(invitation.id, res));
  };

  /** @throws InvitationClosed. */
  private async find({ params: { token } }: LinkRequest): Promise<OpenedInvitation> {
    const invitation = await this.parts.people.acceptances.findByToken(token);
    if (!invitation) throw new InvitationClosed('unknown');
    if (invitation.state !== 'open') throw new InvitationClosed(invitation.state);
    return invitation;
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
