import { apiTextIn, given, nextStepsOf } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeTokens, type ConsoleAnswer, ConsoleVisitor, sessionsOf, tokensIn } from './support/console';
import { type AccessRow, rows, type VisitorName, visitors } from './support/console-access-rows';
import { ConsoleThings } from './support/console-things';
import { addPerson, signIn } from './support/people';
import { sharedConsole } from './support/shared-console';
import { SignedIn } from './support/signed-in';

const cookie = 'console-session';
const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

const sections = rows.filter(({ isSection }) => isSection === true);

/** The shipped console and the embedded provider: who may open which page and send which form. */
describe('access to the console', () => {
  const app = given(sharedConsole);
  let things: ConsoleThings;
  let orgId: string;
  const browsers = new Map<VisitorName, ConsoleVisitor>();
  const tokens = new Map<VisitorName, string>();
  /** What no page, log line or cacheable answer may have. */
  const canaries = new Set<string>();

  beforeAll(async () => {
    browsers.set('anonymous', new ConsoleVisitor(app));
    const admin = await SignedIn.member(app);
    await enter('viewer', await admin.colleague('viewer'));
    await enter('stranger', await SignedIn.member(app));
    await enter('admin', admin);
    // An account admin who stays, so that no form fails because of the last one.
    await admin.join('account-admin');
    things = new ConsoleThings(admin);
    orgId = admin.orgId;
  });

  function browserOf(name: VisitorName): ConsoleVisitor {
    const browser = browsers.get(name);
    if (!browser) throw new Error(`${name} has no browser`);
    return browser;
  }

  const tokenOf = (name: VisitorName): string => tokens.get(name) ?? '';

  async function enter(name: VisitorName, { person, visitor, token }: SignedIn): Promise<void> {
    browsers.set(name, visitor);
    tokens.set(name, token);
    canaries.add(visitor.cookies.get(cookie) ?? '');
    for (const row of await sessionsOf(app, person)) {
      const { accessToken, refreshToken } = tokensIn(app, row);
      canaries.add(accessToken).add(refreshToken);
    }
  }

  interface Asked {
    readonly id: string;
    readonly token?: string;
    readonly headers?: Record<string, string>;
  }

  function ask(name: VisitorName, { route, fields }: AccessRow, asked: Asked): Promise<ConsoleAnswer> {
    const { id, token = tokenOf(name), headers } = asked;
    const [method, pattern = ''] = route.split(' ');
    const path = (id === '' ? pattern : pattern.replace(/\{(?:id|name)\}/, id)).replaceAll(/[{}]/g, '');
    const browser = browserOf(name);
    if (method === 'GET') return browser.get(path);
    return browser.post(path, { token, ...fields?.(id) }, headers);
  }

  it('is known for every page and form', () => {
    const file = readFileSync(join(__dirname, '../../../docs/api/route-policy.json'), 'utf8');
    const { platform } = JSON.parse(file) as { platform: { method: string; path: string }[] };
    const pages = platform.filter(({ path }) => /^\/(console(\/|$)|$)/.test(path));
    expect(rows.map(({ route }) => route).toSorted()).toEqual(
      pages.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  it('is shown by the navigation: to the sections that a person may read, and to no other', async () => {
    for (const name of ['viewer', 'stranger', 'admin'] as const) {
      const { html } = await browserOf(name).get('/console');
      const navigation = /<nav [^>]*aria-label="Console">([^]*?)<\/nav>/.exec(html)?.[1] ?? '';
      const shown = Array.from(navigation.matchAll(/href="(\/[^"]+)"/g), ([, path = '']) => `GET ${path}`);
      const open = sections.filter((row) => row[name] === 200).map(({ route }) => route);
      expect([name, shown.toSorted()]).toEqual([name, open.toSorted()]);
    }
  });

  it('is refused with the words for what is missing', async () => {
    for (const [path, ability] of [
      ['/console/members', 'See the members'],
      ['/console/audit/export', 'Read and export the audit events'],
      ['/console/invitations/new', 'See invitations'],
    ] as const) {
      const { html } = await browserOf('viewer').get(path);
      for (const text of ['You may not see this page', ability, 'Profile</a>']) expect(html).toContain(text);
    }
  });

  it('is less in the navigation after a demotion, with the next token', async () => {
    const person = await addPerson(app.identity, { places: [[orgId, 'account-admin']] });
    const browser = new ConsoleVisitor(app);
    await browser.signIn(person);
    expect((await browser.get('/console/profile')).html).toContain('href="/console/members"');
    const demotion = { token: tokenOf('admin'), role: 'viewer' };
    const path = `/console/members/${person.userId}/role`;
    expect((await browserOf('admin').post(path, demotion)).status).toBe(303);
    const [row] = await sessionsOf(app, person);
    if (row) await changeTokens(app, row, { expiresAt: 0 });
    const { status, html } = await browser.get('/console/profile');
    expect([status, html.includes('href="/console/members"')]).toEqual([200, false]);
  });

  it('is a page too where nothing is, and an error of the API for programs', async () => {
    const { status, html, headers } = await browserOf('anonymous').get('/console/no-such');
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
    for (const text of ['This page does not exist', 'console.css', 'Back to the overview'])
      expect(html).toContain(text);
    const program = await fetch(`${app.url}/console/no-such`, { headers: { accept: 'application/json' } });
    expect([program.status, await program.json()]).toEqual([
      404,
      expect.objectContaining({ error: 'not_found' }),
    ]);
  });

  it('takes no session that was planted before the sign-in', async () => {
    const [thief, victim] = [new ConsoleVisitor(app), new ConsoleVisitor(app)];
    await thief.signIn(await addPerson(app.identity));
    const planted = thief.cookies.get(cookie) ?? '';
    victim.cookies.set(cookie, planted);
    const { location } = await victim.get('/console/sign-in');
    await victim.provider.open(location);
    const person = await addPerson(app.identity);
    const { url } = await signIn(victim.provider, person);
    expect((await victim.get(url.pathname + url.search)).status).toBe(303);
    expect(victim.cookies.get(cookie)).not.toBe(planted);
    expect((await victim.get('/console/profile')).html).toContain(person.email);
    const { status, html } = await thief.get('/console/profile');
    expect([status, html.includes(person.email)]).toEqual([303, false]);
  });

  describe.each(rows)('$route', (row) => {
    let id = '';
    beforeAll(async () => {
      id = (await row.makeId?.(things)) ?? '';
    });

    if (row.route.startsWith('POST')) {
      it('changes nothing for a form of another site, or of another session', async () => {
        const own = { origin: app.url, 'sec-fetch-site': 'same-origin' };
        const forgeries: Asked[] = [
          { id, headers: {} },
          { id, headers: { origin: 'https://evil.example' } },
          { id, headers: { ...own, origin: 'https://evil.example' } },
          { id, headers: { ...own, 'sec-fetch-site': 'cross-site' } },
          { id, headers: own, token: '' },
          { id, headers: own, token: tokenOf('stranger') },
        ];
        for (const forgery of forgeries) {
          const { status, html } = await ask('admin', row, forgery);
          expect([forgery, status]).toEqual([forgery, 403]);
          expect(html).toContain('Nothing was changed');
        }
      });
    }

    if (row.makeId) {
      it('answers for an id of another organization as for an unknown one', async () => {
        const unknown = id.replace(uuids, randomUUID());
        expect(unknown).not.toBe(id);
        const [foreign, none] = [
          await ask('stranger', row, { id }),
          await ask('stranger', row, { id: unknown }),
        ];
        expect(shownOf(foreign)).toEqual(shownOf(none));
      });
    }

    // The admin is the last: their form succeeds, so that the others have changed nothing before.
    it.each(visitors)('answers to %s as the table says', async (name) => {
      const answer = await ask(name, row, { id });
      expect(answer.status).toBe(row[name]);
      if (answer.html.includes('id="secret"')) things.keepSecret(answer);
    });
  });

  it('is through answers that no cache keeps', () => {
    const seen = visitors.flatMap((name) => browserOf(name).seen);
    expect(seen.length).toBeGreaterThan(rows.length * visitors.length);
    const cached = seen.filter(({ headers }) => headers.get('cache-control') !== 'no-store');
    expect(cached.map(({ status, html }) => [status, html])).toEqual([]);
  });

  it('has a next step on every page', () => {
    const pages = visitors
      .flatMap((name) => browserOf(name).seen)
      .filter(({ html }) => html.includes('<main'));
    const stuck = pages.filter(({ html }) => nextStepsOf(html).length === 0);
    expect(stuck.map(({ html }) => titleOf(html))).toEqual([]);
  });

  it('shows no member, code or id of the API to a person, but where it is marked as one', () => {
    const pages = visitors
      .flatMap((name) => browserOf(name).seen)
      .filter(({ html }) => html.includes('<main'));
    expect(pages.length).toBeGreaterThan(rows.length);
    const found = pages.flatMap(({ html }) =>
      apiTextIn(visibleText(html)).map((text) => [titleOf(html), text]),
    );
    expect(found).toEqual([]);
  });

  it('shows no secret, token or cookie in another page, a header or a line of the log', () => {
    const seen = visitors.flatMap((name) => browserOf(name).seen);
    const log = app.platform.output();
    expect(log).toContain('/console/credentials');
    expect(things.secrets.size).toBeGreaterThan(10);
    for (const [secret, issued] of things.secrets) {
      const showing = seen.filter(({ html }) => html.includes(secret));
      expect(showing.map((page) => page === issued)).toEqual([true]);
      expect(log).not.toContain(secret);
    }
    expect(canaries.size).toBe(9);
    for (const canary of canaries) {
      expect(canary.length).toBeGreaterThan(20);
      expect(seen.some(({ html, location }) => (html + location).includes(canary))).toBe(false);
      expect(log).not.toContain(canary);
    }
  });
});

/** Without what differs between two answers to the same request. */
function shownOf({ status, headers, html }: ConsoleAnswer): unknown {
  const own = ['date', 'x-request-id', 'etag', 'content-length'];
  const others = [...headers].filter(([name]) => !own.includes(name));
  return [status, others, html.replaceAll(uuids, 'id').replaceAll(headers.get('x-request-id') ?? '', 'id')];
}

/** What people read. What they copy, and what only the details of an event show, is marked as for programs. */
function visibleText(html: string): string {
  return html
    .replaceAll(/<(code|script|style|textarea)\b[^>]*>[^]*?<\/\1>/g, ' ')
    .replaceAll(/<dd class="(?:copied|once)"[^>]*>[^<]*</g, '<')
    .replaceAll(/<p class="copied"[^>]*>[^<]*</g, '<')
    .replaceAll(/<[^>]*>/g, ' ');
}

function titleOf(html: string): string {
  return /<title>([^<]*)/.exec(html)?.[1] ?? '';
}
