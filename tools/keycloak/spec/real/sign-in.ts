import { type Person } from './person';
import { type TestRealm } from './test-realm';
import { FormBrowser, type VisitedPage } from './visited-page';

type Issuer = Pick<TestRealm, 'issuer'>;

export interface IssuedTokens {
  readonly access_token: string;
  readonly refresh_token?: string;
}

/** What our command line requests. */
export const commandLineScope = 'openid profile email offline_access api:full:read api:full:write';

const redirectUri = 'http://127.0.0.1:1/callback';
const mostPages = 8;

interface Visit {
  readonly person: Person;
  readonly browser?: FormBrowser;
  readonly clientId?: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Signs in with a device code, as `governance login`. */
export async function signInByDevice({ issuer }: Issuer, visit: Visit): Promise<IssuedTokens> {
  const { person, browser = new FormBrowser(), clientId = 'governance-cli', parameters = {} } = visit;
  const form = { client_id: clientId, scope: commandLineScope, ...parameters };
  const device = (await post(`${issuer}/protocol/openid-connect/auth/device`, form)) as {
    readonly device_code: string;
    readonly verification_uri_complete: string;
  };
  await passPages(browser, { page: await browser.open(device.verification_uri_complete), person });
  return tokens(issuer, {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: clientId,
    device_code: device.device_code,
  });
}

/** Signs in with an authorization code. Returns the tokens, and the fields of each form on the way. */
export async function signInByCode(
  { issuer }: Issuer,
  visit: Visit,
): Promise<IssuedTokens & { readonly asked: readonly string[] }> {
  const { person, browser = new FormBrowser(), clientId = 'governance-cli', parameters = {} } = visit;
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: commandLineScope,
    ...parameters,
  });
  const page = await browser.open(`${issuer}/protocol/openid-connect/auth?${query.toString()}`);
  const { last, asked } = await passPages(browser, { page, person });
  const code = new URL(last.url).searchParams.get('code');
  if (code === null) throw new Error(`no code at ${last.url}: ${last.text}`);
  const grant = { grant_type: 'authorization_code', client_id: clientId, code, redirect_uri: redirectUri };
  return { ...(await tokens(issuer, grant)), asked };
}

/** Answers each form until there is none. Returns the last page, and the fields of each form on the way. */
export async function passPages(
  browser: FormBrowser,
  { page, person }: { readonly page: VisitedPage; readonly person: Person },
): Promise<{ readonly last: VisitedPage; readonly asked: readonly string[] }> {
  let last = page;
  const asked: string[] = [];
  for (let count = 0; count < mostPages && last.fields.length > 0; count += 1) {
    const form = answerTo(last, person);
    asked.push(...Object.keys(form));
    last = await browser.send(last, form);
  }
  return { last, asked };
}

function answerTo({ fields, text, url }: VisitedPage, person: Person): Record<string, string> {
  if (fields.includes('password')) return { password: person.password };
  if (fields.includes('username')) return { username: person.username };
  if (fields.includes('otp')) return { otp: person.nextCode() };
  // The page on which a user allows the device.
  const [, code] = /name="code" value="([^"]+)"/.exec(text) ?? [];
  if (code !== undefined) return { code, accept: 'Yes' };
  throw new Error(`unexpected form at ${url}: ${fields.join()}`);
}

async function tokens(issuer: string, form: Readonly<Record<string, string>>): Promise<IssuedTokens> {
  return (await post(`${issuer}/protocol/openid-connect/token`, form)) as IssuedTokens;
}

/** Sends a form that must succeed. */
async function post(url: string, form: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${body}`);
  return JSON.parse(body) as unknown;
}
