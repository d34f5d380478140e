import { given } from '@governance/testing';
import { Keyring } from '@governance/keyring';
import { PeopleStores } from '../src/stores/people-stores';
import { type Attempt, budgets } from '../src/guesses/attempts.store';
import { TestApplication } from './support/applications';
import { addPerson, freshCode, signIn, type TestPerson } from './support/people';
import { type BrowserPage, PersonBrowser } from './support/person-browser';
import { givenApp } from './support/shared-app';

const cookieName = 'known-browser';
const halfAYearSeconds = 180 * 24 * 60 * 60;

describe('a browser that is known to an account', () => {
  const { identity } = givenApp();
  const application = given(() => TestApplication.open(identity));

  beforeEach(async () => {
    await identity.stores.sql('TRUNCATE identity.guesses');
  });

  /** Opens the password page and ignores a session. */
  async function open(browser = new PersonBrowser(identity.issuer)): Promise<PersonBrowser> {
    await browser.open((await application.authorization({ prompt: 'login' })).url);
    return browser;
  }

  async function knownBrowser(person: TestPerson): Promise<PersonBrowser> {
    const browser = await open();
    expect((await signIn(browser, person)).url.searchParams.get('code')).not.toBeNull();
    return browser;
  }

  /** A browser with only a cookie of this value. */
  async function withCookie(value: string): Promise<PersonBrowser> {
    const browser = await open();
    browser.cookies.set(cookieName, { value, path: '/' });
    return browser;
  }

  const guess = (browser: PersonBrowser, { email }: { email: string }, at = 0): Promise<BrowserPage> =>
    browser.submit('/password', { email, password: `not the password, number ${at}` });

  /** Uses up a budget except `left` guesses, without the slow password check of real guesses. */
  async function exhaust(attempt: Attempt, left = 0): Promise<void> {
    const { attempts } = identity.get(PeopleStores);
    for (let at = left; at < budgets[attempt.kind].burst; at += 1)
      expect(await attempts.begin(attempt)).toBe(0);
  }

  const here = '127.0.0.1';

  const exhaustNetworkOf = ({ userId }: TestPerson, left = 0): Promise<void> =>
    exhaust({ kind: 'account-network', of: `${userId} ${here}` }, left);

  /** Makes concurrent guesses, each from another network. Returns how many were checked. */
  async function guessFromEverywhere(
    times: number,
    step: (browser: PersonBrowser) => Promise<number>,
  ): Promise<number> {
    const statuses = await Promise.all(
      Array.from({ length: times }, async (_, at) => {
        const browser = await open();
        browser.network = `198.51.${at >> 8}.${at & 255}`;
        return step(browser);
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([422, 429]));
    return statuses.filter((status) => status === 422).length;
  }

  const valueOf = (browser: PersonBrowser): string => browser.cookies.get(cookieName)?.value ?? '';

  it('lets its owner sign in while attackers guess from many networks or from the same network § V6.3.1', async () => {
    const owner = await addPerson(identity);
    const browser = await knownBrowser(owner);
    await exhaust({ kind: 'account', of: owner.userId }, 4);
    expect(await guessFromEverywhere(12, async (attacker) => (await guess(attacker, owner)).status)).toBe(4);
    const stranger = await open();
    expect((await stranger.submit('/password', owner as never)).status).toBe(429);
    await exhaust({ kind: 'network', of: here });
    expect((await guess(await open(), { email: 'neighbour@example.com' })).status).toBe(429);
    await open(browser);
    expect((await signIn(browser, owner)).url.searchParams.get('code')).not.toBeNull();
  });

  it('lets its owner use the second factor while an attacker who knows the password guesses codes', async () => {
    const owner = await addPerson(identity, { app: true });
    const browser = await knownBrowser(owner);
    await exhaust({ kind: 'factor', of: owner.userId }, 4);
    const looked = await guessFromEverywhere(8, async (attacker) => {
      await attacker.submit('/password', { email: owner.email, password: owner.password });
      return (await attacker.submit('/code', { code: '000000' })).status;
    });
    expect(looked).toBe(4);
    const attacker = await open();
    await attacker.submit('/password', { email: owner.email, password: owner.password });
    await attacker.open(`${attacker.page?.url.pathname ?? ''}?with=recovery-code`);
    expect((await attacker.submit('/recovery-code', { code: 'aaaa-aaaa-aaaa-aaaa' })).status).toBe(429);
    await open(browser);
    expect((await signIn(browser, owner)).url.searchParams.get('code')).not.toBeNull();
  });

  it('counts the guesses of one network together, however the proxy writes its address', async () => {
    const owner = await addPerson(identity);
    await exhaust({ kind: 'account-network', of: `${owner.userId} 203.0.113.50` });
    const attacker = await open();
    const statuses = [];
    for (const network of ['203.0.113.50:51234', '[::ffff:203.0.113.50]:443', '203.0.113.51:51234']) {
      attacker.network = network;
      statuses.push((await guess(attacker, owner)).status);
    }
    expect(statuses).toEqual([429, 429, 422]);
  });

  it('limits concurrent guesses to the budget of one network § V2.4.1', async () => {
    const owner = await addPerson(identity);
    await exhaustNetworkOf(owner, 3);
    const attacker = await open();
    const { action, fields } = attacker.formTo('/password');
    const pages = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        identity.call(action, {
          method: 'POST',
          headers: {
            cookie: [...attacker.cookies].map(([name, { value }]) => `${name}=${value}`).join('; '),
          },
          body: new URLSearchParams({ ...fields, email: owner.email, password: `guess number ${at}` }),
        }),
      ),
    );
    const statuses = pages.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array<number>(3).fill(422), ...Array<number>(47).fill(429)]);
  });

  it('has its own budget: a thief of its cookie gets no more, and uses no other budget', async () => {
    const owner = await addPerson(identity);
    const [first, second] = [await knownBrowser(owner), await knownBrowser(owner)];
    const thief = await withCookie(valueOf(first));
    const id = Buffer.from(valueOf(first), 'base64url').toString('base64url', 0, 16);
    await exhaust({ kind: 'known-browser', of: `${owner.userId} ${id}` }, 3);
    for (let at = 0; at < 3; at += 1) {
      thief.network = `203.0.113.${at}`;
      expect((await guess(thief, owner, at)).status).toBe(422);
    }
    for (const network of ['203.0.113.200', '2001:db8::1']) {
      thief.network = network;
      expect((await guess(thief, owner)).status).toBe(429);
    }
    await open(second);
    expect((await signIn(second, owner)).url.searchParams.get('code')).not.toBeNull();
    const another = await open();
    expect((await signIn(another, owner)).url.searchParams.get('code')).not.toBeNull();
  });

  it('cannot be forged, borrowed from another account, or older than half a year', async () => {
    const [owner, attacker] = [await addPerson(identity), await addPerson(identity)];
    const own = valueOf(await knownBrowser(owner));
    const token = Buffer.from(own, 'base64url');
    const flipped = [0, 15, 16, 21, 22, 53].map((at) => {
      const changed = Buffer.from(token);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return changed.toString('base64url');
    });
    const [{ set_at: setAt }] = (await identity.stores.sql(
      'SELECT set_at FROM identity.passwords WHERE user_id = $1',
      [owner.userId],
    )) as [{ set_at: Date }];
    const expired = Buffer.from(token.subarray(0, 22));
    expired.writeUIntBE(Date.now() - 1, 16, 6);
    const keyring: Keyring = identity.app.get(Keyring);
    const data = `${expired.toString('base64url')} ${setAt.toISOString()} ${owner.userId}`;
    const outdated = Buffer.concat([expired, keyring.mac('known-browser', data)]).toString('base64url');
    const forged = [
      ...flipped,
      outdated,
      valueOf(await knownBrowser(attacker)),
      '',
      '.',
      'x'.repeat(72),
      `${'A'.repeat(72)}.`.repeat(40),
      own.slice(1),
      own.slice(0, -4),
      '%00',
    ];
    await exhaustNetworkOf(owner);
    for (const value of forged) {
      const browser = await withCookie(value);
      expect([value, (await guess(browser, owner)).status]).toEqual([value, 429]);
    }
    // The token itself, alone or among others, is still valid.
    for (const value of [own, `${valueOf(await knownBrowser(attacker))}.${own}`]) {
      expect((await guess(await withCookie(value), owner)).status).toBe(422);
    }
  });

  it('is unknown after a password change, but not when the same password is set again', async () => {
    const owner = await addPerson(identity);
    const value = valueOf(await knownBrowser(owner));
    const isKnown = async (): Promise<boolean> => {
      await identity.stores.sql('TRUNCATE identity.guesses');
      await exhaustNetworkOf(owner);
      return (await guess(await withCookie(value), owner)).status === 422;
    };
    const set = (password: string): Promise<unknown> =>
      identity.manage('PUT', `/users/${owner.userId}/password`, { password });
    await set(owner.password);
    expect(await isKnown()).toBe(true);
    await set('quite another password');
    expect(await isKnown()).toBe(false);
    await set(owner.password);
    expect(await isKnown()).toBe(false);
  });

  it('is known after a complete sign-in, and not before', async () => {
    const owner = await addPerson(identity, { app: true });
    const browser = await open();
    await browser.submit('/password', { email: owner.email, password: owner.password });
    expect(browser.page?.heading).toBe('Enter your code');
    await browser.submit('/code', { code: '000000' });
    expect(valueOf(browser)).toBe('');
    await browser.submit('/code', { code: await freshCode(owner) });
    const first = valueOf(browser);
    expect(first).toMatch(/^[\w-]{72}$/);
    // An existing session proves nothing new.
    await browser.open((await application.authorization()).url);
    await browser.submit('/consent');
    expect(valueOf(browser)).toBe(first);
    await open(browser);
    await browser.submit('/cancel');
    expect(valueOf(browser)).toBe(first);
    await open(browser);
    await signIn(browser, owner);
    expect(valueOf(browser)).toMatch(/^[\w-]{72}$/);
    expect(valueOf(browser)).not.toBe(first);
  });

  it('is known to at most five accounts, with a cookie for half a year that scripts cannot read', async () => {
    const browser = new PersonBrowser(identity.issuer);
    for (let count = 1; count <= 6; count += 1) {
      await open(browser);
      await signIn(browser, await addPerson(identity));
      expect(valueOf(browser).split('.')).toHaveLength(Math.min(count, 5));
    }
    const line = browser.setCookies.findLast((text) => text.startsWith(`${cookieName}=`)) ?? '';
    expect(line.replace(/=[^;]*;/, '=…;').replace(/Expires=[^;]*/, 'Expires=…')).toBe(
      `${cookieName}=…; Max-Age=${halfAYearSeconds}; Path=/; Expires=…; HttpOnly; SameSite=Lax`,
    );
  });

  it('does not reveal that an account does not exist: pages, cookies and limits are the same', async () => {
    const there = await addPerson(identity);
    const conversation = async (email: string, account: string): Promise<unknown[]> => {
      await identity.stores.sql('TRUNCATE identity.guesses');
      await exhaust({ kind: 'account-network', of: `${account} ${here}` }, 3);
      // A browser that another account knows makes no difference.
      const browser = await knownBrowser(await addPerson(identity));
      await open(browser);
      const answers = [];
      for (let at = 0; at < 6; at += 1) {
        const before = browser.setCookies.length;
        const { status, headers, text } = await guess(browser, { email }, at);
        const wait = Number(headers.get('retry-after'));
        answers.push([
          status,
          text.replaceAll(email, '…').replaceAll(/\d+ minutes|a minute/g, '…'),
          browser.setCookies.slice(before),
          Math.ceil(wait / 120),
          [...headers.keys()].filter((name) => name !== 'content-length'),
        ]);
      }
      return answers;
    };
    const known = await conversation(there.email, there.userId);
    const unknown = 'unknown-account@example.com';
    expect(await conversation(unknown, unknown)).toEqual(known);
    expect(new Set(known.map((answer) => (answer as [number])[0]))).toEqual(new Set([422, 429]));
  });
});
