import { type Keyring } from '@governance/keyring';
import { type BuiltProgram, type ProductOptions } from '@governance/testing';
import { beginSession } from './change-payload';
import { claimsNamespace, type IdentityServer, managementToken } from './identity-server';
import { signIn, type TestPerson } from './people';
import { PersonBrowser } from './person-browser';

export interface ConsoleApp {
  readonly identity: IdentityServer;
  /** The platform surface, with the console below. */
  readonly url: string;
  readonly platform: Pick<BuiltProgram, 'output'>;
  readonly keyring: Keyring;
  readonly keyringFile: string;
  /** For other programs of the same database. */
  readonly options: ProductOptions;
}

/** What the programs of a console at `platformUrl` share. */
export const optionsOf = (
  platformUrl: string,
  { issuer, ownerUrl: databaseUrl }: { readonly issuer: string; readonly ownerUrl: string },
): ProductOptions => ({ platformUrl, issuer, databaseUrl, claimsNamespace, managementToken });

export interface StoredTokens {
  readonly accessToken: string;
  readonly expiresAt: number;
  readonly refreshToken: string;
}

interface SessionRow extends Record<string, unknown> {
  readonly id: string;
  readonly tokens: Buffer;
}

/** The sessions of a person in the database, the oldest first. */
export async function sessionsOf({ identity }: ConsoleApp, person: TestPerson): Promise<SessionRow[]> {
  const text = 'SELECT id, tokens FROM console_sessions WHERE subject = $1 ORDER BY created_at';
  return (await identity.stores.sql(text, [person.userId])) as SessionRow[];
}

const sealOf = (row: string): { table: string; column: string; row: string } => ({
  table: 'console_sessions',
  column: 'tokens',
  row,
});

export function tokensIn({ keyring }: ConsoleApp, { id, tokens }: SessionRow): StoredTokens {
  return JSON.parse(keyring.open(tokens, sealOf(id)).toString()) as StoredTokens;
}

export async function changeTokens(
  app: ConsoleApp,
  row: SessionRow,
  changes: Partial<StoredTokens>,
): Promise<void> {
  const sealed = app.keyring.seal(JSON.stringify({ ...tokensIn(app, row), ...changes }), sealOf(row.id));
  await app.identity.stores.sql('UPDATE console_sessions SET tokens = $2 WHERE id = $1', [row.id, sealed]);
}

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Of a redirect. */
  readonly location: string;
}

interface VisitedConsole extends Pick<ConsoleApp, 'url'> {
  readonly identity: Pick<IdentityServer, 'issuer'> & Partial<Pick<IdentityServer, 'stores'>>;
}

/** A browser that follows no redirect, and says where its forms come from. */
export class ConsoleVisitor {
  readonly cookies = new Map<string, string>();
  readonly setCookies: string[] = [];
  readonly seen: ConsoleAnswer[] = [];
  readonly provider: PersonBrowser;

  constructor(private readonly app: VisitedConsole) {
    this.provider = new PersonBrowser(app.identity.issuer);
  }

  get(path: string): Promise<ConsoleAnswer> {
    return this.send(path, {});
  }

  /** By default as a browser sends a form of the console's own pages. */
  post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = { origin: this.app.url, 'sec-fetch-site': 'same-origin' },
  ): Promise<ConsoleAnswer> {
    return this.send(path, { method: 'POST', headers, body: new URLSearchParams(fields) });
  }

  /** The token in the forms of a page. */
  async formToken(path = '/console'): Promise<string> {
    const { html } = await this.get(path);
    const token = /name="token" value="([^"]+)"/.exec(html)?.[1];
    if (token === undefined) throw new Error(`${path} has no form: ${html}`);
    return token;
  }

  /** To the provider, which knows the person already, and back. Returns the answer to the callback. */
  async signIn(person: TestPerson, path = '/console'): Promise<ConsoleAnswer> {
    const callback = await this.callback(person, path);
    return this.get(callback);
  }

  /** The URL to which the provider sends the browser. */
  async callback(person: TestPerson, path = '/console'): Promise<string> {
    const { location } = await this.get(path);
    const { location: authorization } = await this.get(location.replace(this.app.url, ''));
    const { issuer, stores } = this.app.identity;
    if (stores && !this.provider.cookies.has('session'))
      await beginSession({ issuer, stores }, person, this.provider);
    const page = await this.provider.open(authorization);
    const { url } = page.heading === '' ? page : await signIn(this.provider, person);
    return url.pathname + url.search;
  }

  private async send(path: string, init: RequestInit): Promise<ConsoleAnswer> {
    const headers = new Headers(init.headers);
    headers.set('accept', 'text/html');
    headers.set('cookie', Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(this.app.url + path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const answer = {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: response.headers.get('location') ?? '',
    };
    this.seen.push(answer);
    return answer;
  }

  private keep(line: string): void {
    this.setCookies.push(line);
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
