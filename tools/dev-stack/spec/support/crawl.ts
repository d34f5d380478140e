import { nextStepsOf } from '@governance/testing';
import { unescapeHtml } from '../../../../apps/identity-provider/e2e/support/person-browser';
import { type SiteRoutes } from './site-routes';

export interface CrawledAnswer {
  readonly status: number;
  readonly type: string;
  readonly html: string;
  /** Of a redirect. */
  readonly location: string | null;
}

interface Link {
  readonly url: URL;
  readonly words: string;
  readonly from: string;
}

/** More pages of a route differ by their data only. */
const mostOfRoute = 3;

/** Follows every link, and every form that reads, from page to page. */
export class Crawl {
  /** The routes that were opened. */
  readonly opened = new Set<string>();
  readonly problems: string[] = [];
  private readonly times = new Map<string, number>();
  private readonly known = new Set<string>();

  constructor(
    private readonly routes: SiteRoutes,
    /** Others are not followed. */
    private readonly origins: readonly string[],
    private readonly open: (url: URL) => Promise<CrawledAnswer>,
  ) {}

  /** `seeds`: addresses that people type, or open from a mail. A page there may say that its link no longer works. */
  async from(...seeds: string[]): Promise<void> {
    const open: Link[] = seeds.map((seed) => ({ url: new URL(seed), words: '', from: '' })).reverse();
    // The last first: a sign-in goes on before another one begins.
    for (let link = open.pop(); link; link = open.pop()) {
      if (!this.isNew(link)) continue;
      const answer = await this.open(link.url);
      this.opened.add(this.routes.nameOf(link.url) ?? link.url.pathname);
      if (answer.location !== null) {
        open.push({ ...link, url: new URL(answer.location, link.url) });
        continue;
      }
      this.check(link, answer);
      if (answer.type.startsWith('text/html')) open.push(...linksIn(answer.html, link.url));
    }
  }

  private isNew({ url }: Link): boolean {
    const { origin, pathname, search } = url;
    if (!this.origins.includes(origin) || this.known.has(origin + pathname + search)) return false;
    this.known.add(origin + pathname + search);
    const kind = `${origin}${this.routes.nameOf(url) ?? pathname}?${[...url.searchParams.keys()].toSorted().join('&')}`;
    const times = (this.times.get(kind) ?? 0) + 1;
    this.times.set(kind, times);
    return times <= mostOfRoute;
  }

  private check(link: Link, answer: CrawledAnswer): void {
    const { url, words, from } = link;
    const isPage = answer.type.startsWith('text/html');
    // The script of the API reference draws it.
    const isDrawn = url.pathname.endsWith('/docs');
    const problems = [...linkProblems(link, answer), ...(isPage && !isDrawn ? pageProblems(answer) : [])];
    this.problems.push(...problems.map((text) => `${url.href} (${words}, on ${from}): ${text}`));
  }
}

function linkProblems({ words, from }: Link, { status, type }: CrawledAnswer): readonly string[] {
  // 401: the page leads to the sign-in. A mailed link may have been used: then its page says so.
  const isRefused = status >= 400 && status !== 401 && (from !== '' || !type.startsWith('text/html'));
  const isHiddenJson = /^application\/json\b/.test(type) && !/json|keys/i.test(words);
  return [
    ...(isRefused ? [`the link is answered with ${status} and ${type}`] : []),
    ...(isHiddenJson ? ['the link does not say that it leads to JSON'] : []),
  ];
}

function pageProblems({ html }: CrawledAnswer): readonly string[] {
  const ids = new Set(Array.from(html.matchAll(/\bid="([^"]+)"/g), ([, id]) => id));
  const anchors = Array.from(html.matchAll(/href="#([^"]+)"/g), ([, anchor]) => anchor);
  return [
    ...(nextStepsOf(html).length === 0 ? ['its main part has no link and no button'] : []),
    ...anchors.filter((anchor) => !ids.has(anchor)).map((anchor) => `it has no part #${anchor}`),
  ];
}

/** Of links, images, and of forms that read, with the values of their fields. */
function linksIn(html: string, base: URL): Link[] {
  const link = (address: string, words: string): Link => ({
    url: new URL(unescapeHtml(address), base),
    words: words.replaceAll(/<[^>]*>/g, ' ').trim(),
    from: base.href,
  });
  return [
    ...Array.from(
      html.matchAll(/<a\b[^>]*\bhref="([^"#][^"]*)"[^>]*>([^]*?)<\/a>/g),
      ([, href = '', words = '']) => link(href, words),
    ),
    ...Array.from(html.matchAll(/<img\b[^>]*\bsrc="([^"]+)"/g), ([, src = '']) => link(src, 'image')),
    ...[...html.matchAll(/<form\b[^>]*\bmethod="get"[^>]*\baction="([^"]*)"[^>]*>([^]*?)<\/form>/g)]
      // A browser does not send it.
      .filter(([, , fields = '']) => !/<input\b(?=[^>]*\brequired)(?![^>]*\bvalue="[^"])/.test(fields))
      .map(([, action = '', fields = '']) => link(`${action}?${queryOf(fields)}`, 'form')),
  ];
}

function queryOf(fields: string): string {
  const query = new URLSearchParams();
  for (const [tag] of fields.matchAll(/<(?:input|select)\b[^>]*>/g)) {
    const [name, value] = [attributeOf(tag, 'name'), attributeOf(tag, 'value')];
    const isLeftOut = /type="(?:radio|checkbox)"/.test(tag) && !/\bchecked\b/.test(tag);
    if (name !== '' && !isLeftOut) query.set(name, value);
  }
  return query.toString();
}

function attributeOf(tag: string, name: string): string {
  return unescapeHtml(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
}
