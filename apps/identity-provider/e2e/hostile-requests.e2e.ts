import { opened, triesEachCase } from '@governance/testing';
import * as fc from 'fast-check';
import { TestApplication } from './support/applications';
import {
  anyText,
  authorizations,
  contentTypes,
  cookieValues,
  jsonBodies,
  methods,
  parameters,
  segments,
} from './support/hostile-parts';
import { startIdentityApp } from './support/identity-app';
import { managementToken } from './support/identity-server';
import { invite } from './support/invitations';
import { addPerson, signIn } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { servedRoutes } from './support/routes';

/** The nightly run sends more. */
const runsForEach = triesEachCase ? 120 : 80;

/** What an attacker with an account has: the cookies of a browser, and the fields of its page. */
interface Insider {
  readonly uid: string;
  readonly cookie: string;
  readonly fields: string;
}

function insiderOf({ cookies, page }: PersonBrowser): Insider {
  const pairs = [...cookies].map(([name, { value }]) => `${name}=${value}`);
  const secrets = [...(page?.html ?? '').matchAll(/name="(csrf|xsrf)" value="([^"]+)"/g)];
  return {
    uid: [...cookies.keys()].find((name) => name.startsWith('sign-in-'))?.slice('sign-in-'.length) ?? 'x',
    cookie: pairs.join('; '),
    fields: secrets.map(([, name = '', value = '']) => `${name}=${value}`).join('&'),
  };
}

describe('hostile requests', () => {
  const identity = opened(startIdentityApp);
  let insiders: Insider[];
  let invitationToken: string;

  /** A browser at each step of a sign-in, and a signed-in one that enters a device code. */
  async function begin(): Promise<PersonBrowser[]> {
    const application = await TestApplication.open(identity);
    const places = ['org_one', 'org_two'].map((orgId) => [orgId, 'viewer'] as const);
    const people = [
      undefined,
      await addPerson(identity, { app: true }),
      await addPerson(identity, { mfaMaxAge: 300, places: [['org_strict', 'viewer']] }),
      await addPerson(identity, { places }),
    ];
    const browsers = [];
    for (const person of people) {
      const browser = new PersonBrowser(identity.issuer);
      await browser.open((await application.authorization()).url);
      if (person) await browser.submit('/password', { email: person.email, password: person.password });
      browsers.push(browser);
    }
    const signedIn = new PersonBrowser(identity.issuer);
    await application.signIn(signedIn, async () => signIn(signedIn, await addPerson(identity)));
    await signedIn.open('/device');
    const invited = new PersonBrowser(identity.issuer);
    await invited.open(`/invitations/${invitationToken}`);
    await invited.submit(`/invitations/${invitationToken}`);
    return [...browsers, signedIn, invited];
  }

  beforeAll(async () => {
    await identity.manage('PUT', '/organizations/org_inviting', { name: 'Inviting' });
    invitationToken = (await invite(identity, { orgId: 'org_inviting' })).token;
    const browsers = await begin();
    const headings = browsers.map(({ page }) => page?.heading);
    expect(headings).toEqual([
      'Sign in',
      'Enter your code',
      'Set up a second factor',
      'Choose an organization',
      'Enter the code',
      'Set up your account',
    ]);
    insiders = browsers.map(insiderOf);
  });

  /** Cookies of several browsers, with values of other browsers or invalid ones. */
  const mixedCookies = (): fc.Arbitrary<string> => {
    const known = insiders.flatMap(({ cookie }) => cookie.split('; '));
    const name = fc.constantFrom(
      ...known.map((pair) => pair.split('=')[0] ?? ''),
      'session',
      'resume',
      'interaction',
    );
    const value = fc.constantFrom(...cookieValues, ...known.map((pair) => pair.split('=')[1] ?? ''));
    return fc
      .array(fc.tuple(name, value), { maxLength: 5 })
      .map((pairs) => pairs.map(([text, content]) => `${text}=${content}`).join('; '));
  };

  const senders = (): fc.Arbitrary<Insider> => {
    const stranger = fc.record({
      uid: fc.constantFrom(...segments, ...insiders.map(({ uid }) => uid)),
      cookie: fc.oneof(fc.constant(''), mixedCookies()),
      fields: fc.constantFrom('', ...insiders.map(({ fields }) => fields)),
    });
    return fc.oneof(
      { weight: 2, arbitrary: stranger },
      { weight: 3, arbitrary: fc.constantFrom(...insiders) },
    );
  };

  const pathOf = (route: string, uid: string): fc.Arbitrary<string> =>
    fc.constantFrom(...segments).map((segment) =>
      route
        .replace(':uid', () => uid)
        .replace(':token', () => (segment.length % 2 === 0 ? invitationToken : segment))
        .replaceAll(/[:*]\w+/g, () => segment),
    );

  const request = (route: string): fc.Arbitrary<{ path: string; init: RequestInit }> =>
    senders().chain(({ uid, cookie, fields }) =>
      fc
        .record({
          path: pathOf(route, uid),
          method: fc.constantFrom('GET', 'POST', 'POST', 'POST', ...methods),
          query: fc.oneof(fc.constant(''), parameters, anyText),
          accept: fc.constantFrom('text/html', 'application/json', '*/*', 'nonsense', ''),
          type: fc.oneof(
            { weight: 3, arbitrary: fc.constant('application/x-www-form-urlencoded') },
            { weight: 1, arbitrary: fc.constantFrom(...contentTypes) },
          ),
          encoding: fc.constantFrom('', '', '', '', 'gzip', 'nonsense'),
          authorization: fc.constantFrom('', ...authorizations),
          body: fc.oneof({ weight: 5, arbitrary: parameters }, { weight: 1, arbitrary: anyText }),
        })
        .map(({ path, method, query, body, ...heads }) => {
          const { accept, type, encoding, authorization } = heads;
          const isManaged = route.startsWith('/management');
          const headers = Object.entries({
            accept,
            'content-type': isManaged ? 'application/json' : type,
            'content-encoding': encoding,
            authorization: isManaged ? `Bearer ${managementToken}` : authorization,
            cookie,
          }).filter(([, value]) => value !== '');
          const carries = method !== 'GET' && method !== 'HEAD';
          const sent = isManaged ? (jsonBodies[body.length % jsonBodies.length] ?? '') : `${fields}&${body}`;
          return { path: `${path}?${query}`, init: { method, headers, ...(carries && { body: sent }) } };
        }),
    );

  it.each([
    { what: 'a code without a session', method: 'POST', path: '/device', cookie: '' },
    { what: 'an end without a session', method: 'GET', path: '/device/x', cookie: 'sign-in-x=x' },
    { what: 'an end that is not there', method: 'GET', path: '/device/x', cookie: 'sign-in-x=x; resume=x' },
    { what: 'an end of another browser', method: 'GET', path: '/device/x', cookie: '' },
  ])('to the device pages get the page for an ended sign-in: $what', async ({ method, path, cookie }) => {
    const headers = { accept: 'text/html', ...(cookie && { cookie }) };
    const { status, text, headers: answered } = await identity.call(path, { method, headers });
    expect([status, /<h1>(.*?)<\/h1>/.exec(text)?.[1]]).toEqual([400, 'This sign-in has ended']);
    expect(answered.getSetCookie().filter((line) => line.startsWith('session='))).toEqual([]);
  });

  it('are answered, and never by 5xx, on every route, with every method § V13.4.4', async () => {
    const routes = [...new Set(servedRoutes(identity).map(({ path }) => path))];
    expect(routes.length).toBeGreaterThan(50);
    const failures: string[] = [];
    const statuses = new Set<number>();
    for (const route of routes) {
      await fc.assert(
        fc.asyncProperty(request(route), async ({ path, init }) => {
          const { status } = await identity.call(path, init);
          statuses.add(status);
          if (status >= 500) failures.push(`${status} ${path} ${JSON.stringify(init)}`.slice(0, 600));
        }),
        { numRuns: runsForEach, seed: 20_261_122 },
      );
    }
    expect(failures).toEqual([]);
    // Proves that requests reached the checks.
    const judged = [200, 204, 303, 400, 401, 403, 404, 405, 415, 422, 431];
    expect(judged.filter((status) => !statuses.has(status))).toEqual([]);
  });
});
