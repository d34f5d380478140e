import { browserInWords } from '@governance/http';
import { Logger } from '@nestjs/common';
import { type Express, type Request, type Response } from 'express';
import { type LiveProvider } from '../oauth/live-provider';
import { type Access } from '../people/accesses.store';
import { dayInWords } from '../pages/day-in-words';
import { type PageAnswers } from '../pages/page-answers';
import { type AccessView } from '../pages/page-views';
import { bodyOf, readForm } from '../pages/read-form';
import { type NewMail, noticeTo } from '../people/mails.store';
import { type PeopleStores } from '../stores/people-stores';
import { type AccountSession } from './account-sessions';
import { type RecentSessions } from './recent-sessions';

export interface AccountAccessParts {
  readonly sessions: RecentSessions;
  readonly live: LiveProvider;
  readonly people: Pick<PeopleStores, 'accesses'>;
  readonly answers: PageAnswers;
  /** Whether mail is configured. */
  readonly tellsOwner: boolean;
}

const path = '/account/sessions';

/** The page on which users see and sign out the browsers and programs that can act for them. */
export class AccountAccessRoutes {
  private readonly log = new Logger('Account');

  constructor(private readonly parts: AccountAccessParts) {}

  register(server: Express): void {
    const { answers } = this.parts;
    server.get(path, answers.to(this.show));
    server.post(`${path}/end`, readForm, answers.to(this.end));
    server.post(`${path}/end-others`, readForm, answers.to(this.endOthers));
  }

  private readonly show = async (req: Request, res: Response): Promise<void> => {
    const { answers, people, sessions } = this.parts;
    const session = await sessions.open({ req, res }, 'sessions');
    if (!session) return;
    const accesses = await people.accesses.of(session.user.id, session.id);
    answers.send(res, 'account-sessions', {
      csrf: sessions.csrf(session),
      browsers: await this.viewsOf(accesses.filter(({ clientId }) => clientId === undefined)),
      programs: await this.viewsOf(accesses.filter(({ clientId }) => clientId !== undefined)),
      hasOthers: accesses.length > 1,
    });
  };

  private readonly end = async (req: Request, res: Response): Promise<void> => {
    const { answers, people, sessions } = this.parts;
    const session = await sessions.open({ req, res }, 'sessions');
    if (!session) return;
    const { access } = bodyOf(req);
    const { id: userId } = session.user;
    const isId = typeof access === 'string' && /^[\da-f]{64}$/.test(access);
    if (isId && (await people.accesses.end(userId, access, this.notice(session))))
      this.log.log({ msg: 'access ended by its owner', userId });
    answers.redirect(res, path);
  };

  private readonly endOthers = async (req: Request, res: Response): Promise<void> => {
    const { answers, people, sessions } = this.parts;
    const session = await sessions.open({ req, res }, 'sessions');
    if (!session) return;
    await people.accesses.endOthers(session.user.id, session.id, this.notice(session));
    this.log.log({ msg: 'all other access ended by its owner', userId: session.user.id });
    answers.redirect(res, path);
  };

  private notice({ user }: AccountSession): NewMail | undefined {
    return this.parts.tellsOwner ? noticeTo(user, 'access-ended') : undefined;
  }

  private viewsOf(accesses: readonly Access[]): Promise<AccessView[]> {
    return Promise.all(
      accesses.map(async ({ id, clientId, userAgent, since, lastUsed, isThis }) => ({
        id,
        name: clientId === undefined ? browserInWords(userAgent) : await this.nameOf(clientId),
        since: dayInWords(since),
        lastUsed: lastUsed ? dayInWords(lastUsed) : '',
        isThis,
      })),
    );
  }

  private async nameOf(clientId: string): Promise<string> {
    return (await this.parts.live.provider.Client.find(clientId))?.clientName ?? clientId;
  }
}
