import { callHttp, type HttpAnswer } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { ConsoleVisitor } from '../../../../apps/identity-provider/e2e/support/console';
import { type TestPerson } from '../../../../apps/identity-provider/e2e/support/people';
import { toBase32 } from '../../../../apps/identity-provider/src/second-factor/base32';
import { type StackDescription } from '../../src/stack-description';
import { Crawl, type CrawledAnswer } from './crawl';
import { everyMail } from './every-mail';
import { SiteRoutes } from './site-routes';

interface CrawledStack {
  readonly description: StackDescription;
  readonly manage: (method: string, path: string, body?: object) => Promise<HttpAnswer>;
}

/** No page and no mail leaves a person without a next step, and every page is reached by a link. */
export function itHasNoDeadEnds(running: () => CrawledStack): void {
  it('has no dead ends: links lead from page to page, and mails to a page or a command', async () => {
    const { description } = running();
    const { publicUrl, platformUrl, issuer } = description;
    const [admin, viewer] = [await join(running(), 'account-admin'), await join(running(), 'viewer')];
    const mails = await everyMail(description, { admin: admin.visitor, member: viewer.person });
    const mailed = mails.map(({ text }) => text.match(/https?:\S+[\w-]/g) ?? []);
    const stuck = mails.filter(
      ({ text }, at) => mailed[at]?.length === 0 && !/\bgovernance [a-z]+/.test(text),
    );
    expect(stuck).toEqual([]);

    const routes = new SiteRoutes({ public: publicUrl, platform: platformUrl, identity: issuer });
    const signedIn = [platformUrl, issuer];
    const crawls = [
      new Crawl(routes, [publicUrl, ...signedIn], opener(description, visitorOf(description))),
      new Crawl(routes, signedIn, opener(description, admin.visitor)),
      new Crawl(routes, signedIn, opener(description, viewer.visitor)),
    ];
    const typed = [`${publicUrl}/`, `${platformUrl}/`, `${issuer}/`, `${issuer}/device`];
    // The newest mails come first: their pages have everything.
    await crawls[0]?.from(...mailed.flat(), ...typed);
    for (const crawl of crawls.slice(1)) await crawl.from(...typed);
    expect(crawls.flatMap(({ problems }) => problems)).toEqual([]);
    const opened = new Set(crawls.flatMap((crawl) => [...crawl.opened]));
    expect(routes.byLink().filter((route) => !opened.has(route))).toEqual([]);
  });
}

function visitorOf({ platformUrl: url, issuer }: StackDescription): ConsoleVisitor {
  return new ConsoleVisitor({ url, identity: { issuer } });
}

/** A new member of the first organization, signed in to the console and the account pages. */
async function join(
  { description, manage }: CrawledStack,
  role: string,
): Promise<{ readonly person: TestPerson; readonly visitor: ConsoleVisitor }> {
  const [userId, secret] = [`usr_${randomUUID()}`, randomBytes(20)];
  const person = {
    userId,
    email: `${userId}@acme.example`,
    password: 'a long password of the crawl',
    secret,
  };
  const put = async (path: string, body: object): Promise<void> => {
    expect((await manage('PUT', path, body)).status).toBeLessThan(300);
  };
  await put(`users/${userId}`, { email: person.email, emailVerified: true, name: 'Crawler' });
  await put(`users/${userId}/password`, { password: person.password });
  await put(`users/${userId}/totp`, { secret: toBase32(secret) });
  await put(`organizations/org_acme/memberships/${userId}`, { role });
  const visitor = visitorOf(description);
  await visitor.signIn(person);
  return { person, visitor };
}

/** Opens an address in the browser of a visitor, without following its redirect. */
function opener(
  { platformUrl, issuer }: StackDescription,
  visitor: ConsoleVisitor,
): (url: URL) => Promise<CrawledAnswer> {
  return async (url) => {
    if (url.origin === issuer) {
      const page = await visitor.provider.open(url);
      return {
        ...page,
        type: typeOf(page.headers),
        location: page.url.href === url.href ? null : page.url.href,
      };
    }
    if (url.origin === platformUrl) {
      const { status, headers, html, location } = await visitor.get(url.pathname + url.search);
      return { status, type: typeOf(headers), html, location: location === '' ? null : location };
    }
    const { status, headers, text } = await callHttp(url.href, { headers: { accept: 'text/html' } });
    return { status, type: typeOf(headers), html: text, location: headers.get('location') };
  };
}

function typeOf(headers: Headers): string {
  return headers.get('content-type') ?? '';
}
