/** A page without scripts. */
export interface BrowserPage {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The text of the page, without tags. */
  readonly text: string;
  readonly heading: string;
}

interface StoredCookie {
  readonly value: string;
  readonly path: string;
}

interface PageForm {
  readonly action: string;
  readonly fields: Record<string, string>;
}

/**
 * A simulated browser that stores cookies, follows redirects within the provider, and sends forms. `connectTo` is the address
 * of the provider if its name does not resolve. Cookies are checked as in browsers: a `__Host-` cookie that breaks the rules
 * of its prefix is an error.
 */
export class PersonBrowser {
  readonly cookies = new Map<string, StoredCookie>();
  readonly setCookies: string[] = [];
  page: BrowserPage | undefined;
  /** The client's network, as reported by a trusted proxy; undefined: that of the test. */
  network: string | undefined;
  /** The header of the browser; undefined: that of the test. */
  userAgent: string | undefined;

  constructor(
    readonly issuer: string,
    public connectTo = issuer,
  ) {}

  /** Follows redirects up to the first one that leaves the provider. */
  async open(address: string | URL, init: RequestInit = {}): Promise<BrowserPage> {
    let url = new URL(address, this.issuer);
    let request = init;
    for (let hop = 0; hop < 15; hop += 1) {
      const response = await this.send(url, request);
      const isRedirect = response.status >= 300 && response.status < 400;
      const location = isRedirect ? response.headers.get('location') : null;
      const html = await response.text();
      if (location === null) {
        this.page = pageOf(url, response, html);
        const refresh = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(html)?.[1];
        if (refresh === undefined) return this.page;
        url = new URL(unescapeHtml(refresh), url);
      } else url = new URL(location, url);
      request = {};
      if (url.origin !== this.issuer) return (this.page = pageOf(url, response, ''));
    }
    throw new Error(`redirected without end: ${url.href}`);
  }

  /** Sends the form of the current page that posts to `path`, with its hidden fields. */
  async submit(path: string, fields: Record<string, string> = {}): Promise<BrowserPage> {
    const form = this.formTo(path);
    return this.post(form.action, { ...form.fields, ...fields });
  }

  post(action: string, fields: Record<string, string>): Promise<BrowserPage> {
    const base = this.page?.url ?? this.issuer;
    return this.open(new URL(action, base), { method: 'POST', body: new URLSearchParams(fields) });
  }

  formTo(path: string): PageForm {
    const forms = formsOf(this.page?.html ?? '');
    const form = forms.find(({ action }) => action.endsWith(path));
    if (!form)
      throw new Error(`"${this.page?.heading ?? ''}" has no form to ${path}: ${this.page?.text ?? ''}`);
    return form;
  }

  private async send(url: URL, init: RequestInit): Promise<Response> {
    const cookie = [...this.cookies]
      .filter(([, { path }]) => url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const headers = new Headers({ accept: 'text/html,*/*;q=0.8', ...(cookie && { cookie }) });
    if (this.network !== undefined) headers.set('x-forwarded-for', this.network);
    if (this.userAgent !== undefined) headers.set('user-agent', this.userAgent);
    new Headers(init.headers).forEach((value, name) => {
      headers.set(name, value);
    });
    const target = this.connectTo + url.pathname + url.search;
    const response = await fetch(target, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  private keep(line: string): void {
    this.setCookies.push(line);
    const { name, value, attributes } = parseCookie(line);
    const path = attributes.get('path') ?? '/';
    const isHost = attributes.has('secure') && path === '/' && !attributes.has('domain');
    if (name.startsWith('__Host-') && !isHost) throw new Error(`no browser takes ${line}`);
    if (name.startsWith('__Secure-') && !attributes.has('secure'))
      throw new Error(`no browser takes ${line}`);
    if (value === '' || isPast(attributes.get('expires'))) this.cookies.delete(name);
    else this.cookies.set(name, { value, path });
  }
}

function isPast(time: string | undefined): boolean {
  return time !== undefined && new Date(time) <= new Date();
}

interface ParsedCookie {
  readonly name: string;
  readonly value: string;
  /** By their names in lower case; one without a value is empty. */
  readonly attributes: ReadonlyMap<string, string>;
}

function parseCookie(line: string): ParsedCookie {
  const [pair, ...attributes] = line.split(';').map((part): [string, string] => {
    const [key = '', ...rest] = part.trim().split('=');
    return [key, rest.join('=')];
  });
  const byName = attributes.map(([name, value]) => [name.toLowerCase(), value] as const);
  return { name: pair?.[0] ?? '', value: pair?.[1] ?? '', attributes: new Map(byName) };
}

function pageOf(url: URL, { status, headers }: Response, html: string): BrowserPage {
  const heading = textOf(/<h1>(.*?)<\/h1>/s.exec(html)?.[1] ?? '');
  const body = html.split('<body>')[1] ?? html;
  return { url, status, headers, html, text: textOf(body), heading };
}

function textOf(html: string): string {
  return unescapeHtml(html.replaceAll(/<\/?bdi>/g, '').replaceAll(/<[^>]+>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function formsOf(html: string): PageForm[] {
  return [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(
    ([, action = '', inner = '']) => ({
      action: unescapeHtml(action),
      fields: Object.fromEntries(
        [...inner.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
          attributeOf(tag, 'name'),
          attributeOf(tag, 'value'),
        ]),
      ),
    }),
  );
}

function attributeOf(tag: string, name: string): string {
  return unescapeHtml(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
}

export function unescapeHtml(text: string): string {
  return text
    .replaceAll(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
