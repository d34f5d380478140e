import { given, Times } from '@governance/testing';
import { Keyring } from '@governance/keyring';
import { randomBytes } from 'node:crypto';
import { resetLinkPath } from '../src/people/reset-link-path';
import { PeopleStores } from '../src/stores/people-stores';
import { Database } from '@governance/postgres';
import { AttemptsStore, budgets } from '../src/guesses/attempts.store';
import { beginSession } from './support/change-payload';
import { TestApplication } from './support/applications';
import { linkIn, untilNoMailIsQueued } from './support/mailbox';
import { addPerson, freshCode, moveToConnection, password, signIn, type TestPerson } from './support/people';
import { type BrowserPage, PersonBrowser } from './support/person-browser';
import { givenApp } from './support/shared-app';

const newPassword = 'another long password of the tests';
const both = { password: newPassword, repeated: newPassword };

describe('a forgotten password', () => {
  const { identity, inbox } = givenApp();
  const application = given(() => TestApplication.open(identity));

  beforeEach(async () => {
    await identity.stores.sql('TRUNCATE identity.guesses');
    await untilNoMailIsQueued(identity);
    inbox.clear();
  });

  /** Opens the page that asks for the address. */
  async function forgot(browser = new PersonBrowser(identity.issuer)): Promise<PersonBrowser> {
    const { url } = await application.authorization({ prompt: 'login' });
    const page = await browser.open(url);
    await browser.open(`${page.url.pathname}/password-reset`);
    return browser;
  }

  async function request(email: string, browser?: PersonBrowser): Promise<BrowserPage> {
    return (await forgot(browser)).submit('/password-reset', { email });
  }

  /** As the worker makes it for a mail. */
  async function linkFor({ userId }: TestPerson): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await identity.get(PeopleStores).passwordResets.put({ userId, token, requestedAt: new Date() });
    return resetLinkPath(token);
  }

  async function choose(link: string, fields: Record<string, string> = both): Promise<BrowserPage> {
    const browser = new PersonBrowser(identity.issuer);
    await browser.open(link);
    return browser.submit(link, fields);
  }

  async function isUsable(link: string): Promise<boolean> {
    const { status, heading } = await new PersonBrowser(identity.issuer).open(link);
    if (status === 200) return true;
    expect([status, heading]).toEqual([410, 'This link no longer works']);
    return false;
  }

  it('is replaced by the link in the mail: every session ends, the second factor stays, the owner is told § V6.4.2 V6.4.3', async () => {
    const person = await addPerson(identity, { app: true });
    const [device, browser] = [new PersonBrowser(identity.issuer), new PersonBrowser(identity.issuer)];
    const tokens = await application.enter(await beginSession(identity, person, device));
    const sent = await request(person.email, browser);
    expect([sent.status, sent.heading]).toEqual([200, 'Check your mail']);
    const mail = await inbox.waitForMail(person.email);
    expect([mail.from, mail.subject]).toEqual(['accounts@example.org', 'Choose a new password']);

    const replaced = await choose(linkIn(mail));
    expect([replaced.status, replaced.heading]).toEqual([200, 'Your password is changed']);
    await expect(application.refresh(tokens.refresh_token)).rejects.toThrow();
    const page = await device.open((await application.authorization()).url);
    expect(page.heading).toBe('Sign in');

    const old = await device.submit('/password', { email: person.email, password });
    expect([old.status, old.heading]).toEqual([422, 'Sign in']);
    const factor = await device.submit('/password', { email: person.email, password: newPassword });
    expect(factor.heading).toBe('Enter your code');
    const back = await device.submit('/code', { code: await freshCode(person) });
    expect(back.url.searchParams.get('code')).not.toBeNull();

    const notice = await inbox.waitForMail(({ subject }) => subject === 'Your password was changed');
    expect(notice.to).toEqual([person.email]);
    await untilNoMailIsQueued(identity);
    expect(inbox.messages()).toHaveLength(2);
  });

  it('is not replaced by opening the link, which scanners do too, and the page is neither cached nor referred', async () => {
    const person = await addPerson(identity);
    const link = await linkFor(person);
    for (let visit = 0; visit < 3; visit += 1) {
      const { status, headers, text } = await new PersonBrowser(identity.issuer).open(link);
      expect([status, text]).toEqual([200, expect.stringContaining('Choose a new password') as string]);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect((await identity.call(link, { method: 'HEAD' })).status).toBe(200);
    const browser = new PersonBrowser(identity.issuer);
    await browser.open((await application.authorization()).url);
    expect((await signIn(browser, person)).url.searchParams.get('code')).not.toBeNull();
    expect((await choose(link)).status).toBe(200);
  });

  it('has one answer: for no account, an account of a connection, an unverified one, and one over its budget', async () => {
    const [known, unverified, connected] = [
      await addPerson(identity),
      await addPerson(identity),
      await addPerson(identity),
    ];
    const profile = { email: unverified.email, emailVerified: false, name: 'Unverified' };
    await identity.manage('PUT', `/users/${unverified.userId}`, profile);
    await moveToConnection(identity, connected);
    const addresses = [known.email, unverified.email, connected.email, 'unknown@example.com'];
    const pages = await Promise.all(addresses.map((email) => request(email)));
    // Four within the burst of three: the last is over the budget of the account.
    for (let times = 0; times < 3; times += 1) {
      // Of two mails that are composed at once, the older one may be dropped.
      await untilNoMailIsQueued(identity);
      pages.push(await request(known.email));
    }
    const seen = pages.map(({ status, text, url, headers }) => ({
      status,
      text,
      path: url.pathname.split('/').slice(3).join('/'),
      headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
    }));
    for (const answer of seen)
      expect(answer).toEqual({ ...seen[0], status: 200, path: 'password-reset/sent' });
    await untilNoMailIsQueued(identity);
    expect(inbox.messages().map(({ to }) => to)).toEqual([[known.email], [known.email], [known.email]]);
  });

  it('takes as long to answer without an account, and over the budget', async () => {
    const { email } = await addPerson(identity);
    const [known, unknown, over] = [new Times(), new Times(), new Times()];
    for (let times = 0; times < 3; times += 1) {
      for (const [measured, address] of [
        [known, email],
        [unknown, `none-${email}`],
      ] as const) {
        const browser = await forgot();
        expect(
          (await measured.measure(() => browser.submit('/password-reset', { email: address }))).status,
        ).toBe(200);
      }
    }
    const browser = await forgot();
    expect((await over.measure(() => browser.submit('/password-reset', { email }))).status).toBe(200);
    known.expectLike(unknown, 1.2);
    known.expectLike(over, 1.2);
  });

  it('queues the same row with an account as without one: the account is looked at after the answer', async () => {
    const { stores } = identity;
    const person = await addPerson(identity);
    await stores.sql('CREATE TABLE identity.seen AS SELECT * FROM identity.mails WITH NO DATA');
    await stores.sql(
      `CREATE FUNCTION identity.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
       $$ BEGIN INSERT INTO identity.seen VALUES (NEW.*); RETURN NEW; END $$`,
    );
    await stores.sql(
      'CREATE TRIGGER note AFTER INSERT ON identity.mails FOR EACH ROW EXECUTE FUNCTION identity.note()',
    );
    for (const email of [person.email, `none-${person.email}`]) await request(email);
    const rows = await stores.sql(`SELECT kind, message, attempts FROM identity.seen ORDER BY created_at`);
    expect(rows).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'password-reset', message: null, attempts: 0 })),
    );
    await stores.sql('DROP TRIGGER note ON identity.mails');
    await untilNoMailIsQueued(identity);
  });

  it('goes to the address of the account, also for another spelling', async () => {
    const person = await addPerson(identity);
    await request(person.email.toUpperCase());
    expect((await inbox.waitForMail(person.email)).to).toEqual([person.email]);
  });

  it('has a link that ends with its use, of two at once too § V6.4.1', async () => {
    const person = await addPerson(identity);
    const link = await linkFor(person);
    const answers = await Promise.all([choose(link), choose(link)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect(await isUsable(link)).toBe(false);
  });

  it.each([
    [
      'the next request',
      async ({ email }: TestPerson) => {
        await request(email);
        await inbox.waitForMail(email);
      },
    ],
    [
      'another password',
      async ({ userId }: TestPerson) => {
        await identity.manage('PUT', `/users/${userId}/password`, { password: newPassword });
      },
    ],
    [
      'another address',
      async ({ userId }: TestPerson) => {
        const changed = { email: `new-${userId}@example.com`, emailVerified: true, name: 'Assessor' };
        await identity.manage('PUT', `/users/${userId}`, changed);
      },
    ],
    [
      '30 minutes',
      async ({ userId }: TestPerson) => {
        const [row] = await identity.stores.sql(
          `UPDATE identity.password_resets SET expires_at = now() WHERE user_id = $1
           RETURNING (SELECT extract(epoch FROM expires_at - requested_at)::int FROM identity.password_resets WHERE user_id = $1) AS seconds`,
          [userId],
        );
        expect(row).toEqual({ seconds: 1_800 });
      },
    ],
  ])('has a link that ends with %s', async (_case, end) => {
    const person = await addPerson(identity);
    const link = await linkFor(person);
    expect(await isUsable(link)).toBe(true);
    await end(person);
    expect(await isUsable(link)).toBe(false);
    const { status } = await identity.call(link, { method: 'POST', body: new URLSearchParams(both) });
    expect(status).toBe(410);
  });

  it('refuses a password that breaks the rules, and keeps the link', async () => {
    const person = await addPerson(identity);
    const link = await linkFor(person);
    for (const [fields, problem] of [
      [{ password: 'short', repeated: 'short' }, 'must have 15 to 256 characters'],
      [{ password: newPassword, repeated: `${newPassword}!` }, 'do not match'],
      [{ password: person.email, repeated: person.email }, 'must not be based on the email address'],
      [{ password: 'aaaaaaaaaaaaaaaa', repeated: 'aaaaaaaaaaaaaaaa' }, 'one repeated pattern'],
    ] as const) {
      const { status, text } = await choose(link, fields);
      expect([status, text]).toEqual([422, expect.stringContaining(problem) as string]);
    }
    expect(await isUsable(link)).toBe(true);
  });

  it('refuses forms that do not come from its own pages § V3.5.1', async () => {
    const [person, other] = [await addPerson(identity), await addPerson(identity)];
    const [link, foreign] = [await linkFor(person), await linkFor(other)];
    const browser = new PersonBrowser(identity.issuer);
    await browser.open(foreign);
    const { csrf = '' } = browser.formTo(foreign).fields;
    for (const forged of [{}, { csrf: '' }, { csrf }])
      expect((await browser.post(link, { ...both, ...forged })).status).toBe(403);
    expect(await isUsable(link)).toBe(true);

    const visitor = await forgot();
    const { action, fields } = visitor.formTo('/password-reset');
    inbox.clear();
    expect((await visitor.post(action, { email: person.email })).status).toBe(403);
    const stranger = new PersonBrowser(identity.issuer);
    expect((await stranger.post(action, { ...fields, email: person.email })).status).toBe(400);
    await untilNoMailIsQueued(identity);
    expect(inbox.messages()).toEqual([]);
  });

  it('refuses what is not an address', async () => {
    const texts = ['', 'unknown', 'a@b, c@d', `${'a'.repeat(300)}@example.com`];
    for (const { status, text } of await Promise.all(texts.map((email) => request(email))))
      expect([status, text]).toEqual([422, expect.stringContaining('Enter one email address.') as string]);
  });

  it('lets the owner get a mail in a known browser while strangers use up the budget of the account', async () => {
    const person = await addPerson(identity);
    const own = new PersonBrowser(identity.issuer);
    await application.signIn(own, () => signIn(own, person));
    const { attempts } = identity.get(PeopleStores);
    for (let times = 0; times < budgets['reset-account'].burst; times += 1)
      expect(await attempts.begin({ kind: 'reset-account', of: person.userId })).toBe(0);
    const stranger = new PersonBrowser(identity.issuer);
    stranger.network = '198.51.100.1';
    await request(person.email, stranger);
    expect(await identity.stores.sql('SELECT FROM identity.mails')).toEqual([]);
    await request(person.email, own);
    await untilNoMailIsQueued(identity);
    expect(inbox.messages()).toHaveLength(1);
  });

  it('counts the requests of a network in all processes together', async () => {
    const { databaseUrl, keyringFile } = identity.stores;
    const database = await Database.open({ url: databaseUrl });
    const attempts = new AttemptsStore(database, Keyring.load(keyringFile));
    for (let times = 1; times < budgets['reset-network'].burst; times += 1)
      expect(await attempts.begin({ kind: 'reset-network', of: '127.0.0.1' })).toBe(0);
    const people = [await addPerson(identity), await addPerson(identity)];
    for (const { email } of people) await request(email);
    await untilNoMailIsQueued(identity);
    expect(inbox.messages().map(({ to }) => to)).toEqual([[people[0]?.email]]);
    await database.close();
  });
});
