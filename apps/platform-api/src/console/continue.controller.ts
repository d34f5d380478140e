import { ConsoleController, Page, type PageRequest } from './console-page';
import { type ShownPage } from './console-pages';
import { ConsoleSessions } from './console-sessions';
import { type Redirect } from './page-answers.interceptor';
import { continuedField } from './step-up';

/** After the second factor: the form that needed it is sent again, by POST and with the proof of this session. */
@ConsoleController('continue')
export class ConsoleContinueController {
  constructor(private readonly sessions: ConsoleSessions) {}

  @Page()
  async show({ session }: PageRequest): Promise<ShownPage | Redirect> {
    const kept = await this.sessions.takeForm(session);
    if (kept?.isReady !== true) return { to: '' };
    const view = {
      // Our own page, and within the base path of the surface.
      action: kept.path.replace(/^\/console/, ''),
      fields: kept.fields.map(([name, value]) => ({ name, value })),
      continuedField,
      secrets: kept.omitted.map((name) => ({ name, label: labelOf(name) })),
    };
    return { page: 'continue', title: 'Continue', view };
  }
}

/** `client_secret` is `Client secret`. */
function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
