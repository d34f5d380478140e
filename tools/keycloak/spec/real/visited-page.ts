const mostSteps = 20;

/** A page as a browser without scripts shows it. */
export interface VisitedPage {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  /** The names of the fields of its form. */
  readonly fields: readonly string[];
}

/** Follows redirects and sends forms, with the cookies of one server. */
export class FormBrowser {
  /** Stops at an address of `stopAt`, which it does not request. */
  constructor(
    private readonly stopAt = 'http://127.0.0.1:1/',
    private readonly cookies = new Map<string, string>(),
  ) {}

  /** The same browser, which stops at another address. */
  until(stopAt: string): FormBrowser {
    return new FormBrowser(stopAt, this.cookies);
  }

  async open(address: string, init: RequestInit = {}): Promise<VisitedPage> {
    let [url, options] = [address, init];
    for (let step = 0; step < mostSteps; step += 1) {
      if (url.startsWith(this.stopAt)) return { url, status: 0, text: '', fields: [] };
      const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { ...options, redirect: 'manual', headers: { cookie } });
      this.keep(response.headers.getSetCookie());
      const text = await response.text();
      const location = response.headers.get('location');
      if (location === null) return { url, status: response.status, text, fields: fieldsOf(text) };
      [url, options] = [new URL(location, url).href, {}];
    }
    throw new Error(`more than ${mostSteps} redirects`);
  }

  /** Sends the form of a page. */
  async send({ url, text }: VisitedPage, form: Readonly<Record<string, string>>): Promise<VisitedPage> {
    const [, action] = /<form[^>]*action="([^"]+)"/.exec(text) ?? [];
    if (action === undefined) throw new Error(`no form at ${url}`);
    const target = new URL(action.replaceAll('&amp;', '&'), url).href;
    return this.open(target, { method: 'POST', body: new URLSearchParams(form) });
  }

  private keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value.join('='));
    }
  }
}

function fieldsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/<input[^>]*name="([^"]+)"/g), ([, name = '']) => name);
}
