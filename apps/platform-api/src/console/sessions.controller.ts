import { Problem } from '@governance/kernel';
import { ConsoleController, Page, PageForm, type PageRequest } from './console-page';
import { type ShownPage } from './console-pages';
import { ConsoleSessions } from './console-sessions';
import { momentInWords } from './moments';
import { type Redirect } from './page-answers.interceptor';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The sessions of this person, so that a forgotten one can be ended from elsewhere. */
@ConsoleController('sessions')
export class ConsoleSessionsController {
  constructor(private readonly sessions: ConsoleSessions) {}

  @Page()
  async list({ session }: PageRequest): Promise<ShownPage> {
    const sessions = (await this.sessions.listOf(session)).map((each) => ({
      id: each.id,
      browser: each.browser,
      isThis: each.id === session.id,
      began: momentInWords(each.createdAt),
      lastUsed: momentInWords(each.lastUsedAt),
      ends: momentInWords(each.endsAt),
    }));
    const view = { sessions, hasOthers: sessions.length > 1 };
    return { page: 'sessions', title: 'Sessions', view };
  }

  @PageForm('end-others', 'list')
  async endOthers({ session }: PageRequest): Promise<Redirect> {
    await this.sessions.endOthers(session);
    return { to: 'sessions' };
  }

  /** One that has ended in the meantime is what the person wanted. */
  @PageForm(':id/end', 'list')
  async end({ session, id }: PageRequest): Promise<Redirect> {
    if (!uuid.test(id) || id === session.id)
      throw new Problem('not_found', 'there is no other session with this id');
    await this.sessions.end(session, id);
    return { to: 'sessions' };
  }
}
