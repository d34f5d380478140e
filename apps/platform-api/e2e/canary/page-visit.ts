import { type HttpAnswer } from '@governance/testing';
import { type CanaryWalk } from './canary-walk';

interface PageRequest {
  /** Sent as a form, with the hidden fields of the previous page's first form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly mayHold?: readonly string[];
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** A minimal browser for the identity provider's pages: cookies, redirects, forms. */
export class PageVisit {
  private readonly cookies = new Map<string, string>();
  private hidden: Readonly<Record<string, string>> = {};

  constructor(
    private readonly walk: CanaryWalk,
    private readonly issuer: string,
  ) {}

  /** `address` is a path or a URL of the provider. */
  async open(
    expected: number,
    address: string,
    { form, mayHold = [] }: PageRequest = {},
  ): Promise<HttpAnswer> {
    const { href } = new URL(address, this.issuer);
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const sent = form && { body: new URLSearchParams({ ...this.hidden, ...form }).toString() };
    const answer = await this.walk.ask(expected, `${form ? 'POST' : 'GET'} ${href}`, {
      headers: { cookie, ...(form && formType) },
      ...sent,
      mayHold,
    });
    this.keep(answer);
    return answer;
  }

  /** Follows a redirect. */
  follow(expected: number, { headers }: HttpAnswer, request: PageRequest = {}): Promise<HttpAnswer> {
    return this.open(expected, headers.get('location') ?? '', request);
  }

  private keep({ headers, text }: HttpAnswer): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    const [, csrf] = /name="csrf" value="([^"]+)"/.exec(text) ?? [];
    if (csrf !== undefined) this.hidden = { csrf };
  }
}
