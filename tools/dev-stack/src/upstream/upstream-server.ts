import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Provider } from 'oidc-provider';
import { messagePage, signInPage } from './upstream-pages';
import { type UpstreamPerson, type UpstreamPlan } from './upstream-plan';
import { createUpstreamProvider, interactionPath } from './upstream-provider';
import { upstreamStyles } from './upstream-styles';

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

const html = 'text/html; charset=utf-8';
/** Forms redirect to the client, to which Chromium would apply `form-action`. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; font-src data:; img-src data:; base-uri 'none'; frame-ancestors 'none'";
const mostBytes = 4_096;
const wrong = 'The email address or the password is wrong.';

/** The OpenID provider over HTTP: the library and the sign-in pages. */
export function createUpstreamServer(plan: UpstreamPlan): Server {
  const upstream = new UpstreamPages(createUpstreamProvider(plan), plan);
  return createServer((req, res) => {
    upstream.answer({ req, res }).catch((error: unknown) => {
      console.error(error);
      res.destroy();
    });
  });
}

class UpstreamPages {
  private readonly handle: ReturnType<Provider['callback']>;

  constructor(
    private readonly provider: Provider,
    private readonly plan: UpstreamPlan,
  ) {
    this.handle = provider.callback();
  }

  async answer(exchange: Exchange): Promise<void> {
    const { req, res } = exchange;
    const [path = ''] = (req.url ?? '').split('?', 1);
    if (path === '/health') send(res, 'application/json', '{"status":"ok"}');
    else if (path === '/upstream.css') send(res, 'text/css; charset=utf-8', upstreamStyles);
    else if (path === '/') send(res, html, messagePage('Single sign-on for organizations', begin));
    else if (path.startsWith(`${interactionPath}/`)) await this.interact(exchange, path);
    else await this.handle(req, res);
  }

  private async interact({ req, res }: Exchange, path: string): Promise<void> {
    const details = await this.provider.interactionDetails(req, res).catch(() => undefined);
    if (!details) {
      res.statusCode = 400;
      send(res, html, messagePage('This sign-in has ended', begin));
      return;
    }
    const { client_id: clientId, login_hint: hint } = details.params;
    const view = { name: this.nameOf(clientId), path: `${interactionPath}/${details.uid}` };
    if (req.method !== 'POST') {
      send(res, html, signInPage({ ...view, email: typeof hint === 'string' ? hint : '' }));
      return;
    }
    if (path.endsWith('/cancel')) {
      await this.provider.interactionFinished(req, res, { error: 'access_denied' });
      return;
    }
    const form = await readForm(req);
    const person = this.personOf(form);
    if (person) {
      await this.provider.interactionFinished(req, res, { login: { accountId: person.id } });
      return;
    }
    res.statusCode = 422;
    send(res, html, signInPage({ ...view, email: form.get('email') ?? '', problem: wrong }));
  }

  private nameOf(clientId: unknown): string {
    return this.plan.clients.find((client) => client.clientId === clientId)?.name ?? '';
  }

  private personOf(form: URLSearchParams): UpstreamPerson | undefined {
    const email = form.get('email')?.trim().toLowerCase();
    return this.plan.people.find(
      (person) => person.email === email && person.password === form.get('password'),
    );
  }
}

const begin = 'Start from the application, or from the link in an invitation.';

function send(res: ServerResponse, type: string, body: string): void {
  res.setHeaders(
    new Map([
      ['content-type', type],
      ['content-security-policy', pagePolicy],
      ['cache-control', 'no-store'],
      ['referrer-policy', 'no-referrer'],
      ['x-content-type-options', 'nosniff'],
    ]),
  );
  res.end(body);
}

/** Empty if it is larger than the largest form here. */
async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  const length = Number(req.headers['content-length']);
  return new URLSearchParams(length <= mostBytes ? await text(req) : '');
}
