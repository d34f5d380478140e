import { BuiltProgram, freePort, given, type Inbox, type InboxHooks, until } from '@governance/testing';
import { TestApplication } from './support/applications';
import { type IdentityApp, startIdentityApp } from './support/identity-app';
import { apiUrl, claimsNamespace, manage, managementToken, openStores } from './support/identity-server';
import { linkIn, startMailbox, untilNoMailIsQueued } from './support/mailbox';
import { addPerson, type TestPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';

const refusal = (responseCode: number): Error => Object.assign(new Error('not now'), { responseCode });

describe('the mails of the provider', () => {
  let identity: IdentityApp;
  let inbox: Inbox;
  let application: TestApplication;
  /** How the mail server answers. */
  const hooks: { onRecipient: InboxHooks['onRecipient'] } = { onRecipient: undefined };

  beforeAll(async () => {
    const mailbox = await startMailbox({ onRecipient: (address) => hooks.onRecipient?.(address) });
    inbox = mailbox.inbox;
    identity = await startIdentityApp(mailbox.settings);
    application = await TestApplication.open(identity);
  });
  beforeEach(async () => {
    hooks.onRecipient = undefined;
    await identity.stores.sql('TRUNCATE identity.guesses');
  });
  afterAll(async () => {
    await identity.close();
    await inbox.close();
  });

  async function request({ email }: TestPerson): Promise<void> {
    const browser = new PersonBrowser(identity.issuer);
    const page = await browser.open((await application.authorization()).url);
    await browser.open(`${page.url.pathname}/password-reset`);
    await browser.submit('/password-reset', { email });
  }

  async function rowOf({ userId }: TestPerson): Promise<Record<string, unknown>> {
    const [row] = await identity.stores.sql('SELECT * FROM identity.mails WHERE user_id = $1', [userId]);
    return row ?? {};
  }

  it('are tried again when the mail server fails, with the same message, and leave no row', async () => {
    const person = await addPerson(identity);
    hooks.onRecipient = () => {
      throw refusal(450);
    };
    await request(person);
    await until(async () => (await rowOf(person)).failure !== null && (await rowOf(person)).lease === null);
    const { attempts, message, recipient, failure } = await rowOf(person);
    expect([attempts, failure]).toEqual([1, expect.stringContaining('450') as string]);
    const stored = Buffer.concat([message as Buffer, recipient as Buffer]).toString('latin1');
    expect(stored).not.toContain(person.email);
    expect(stored).not.toContain('password-resets');

    hooks.onRecipient = undefined;
    await identity.stores.sql('UPDATE identity.mails SET available_at = now()');
    const mail = await inbox.waitForMail(person.email);
    await untilNoMailIsQueued(identity);
    expect(await rowOf(person)).toEqual({});
    const { status } = await new PersonBrowser(identity.issuer).open(linkIn(mail));
    expect(status).toBe(200);
  });

  it('are set aside without their message when the mail server refuses them for good', async () => {
    const person = await addPerson(identity);
    hooks.onRecipient = () => {
      throw refusal(550);
    };
    await request(person);
    await until(async () => (await rowOf(person)).parked_at !== null);
    expect(await rowOf(person)).toMatchObject({
      message: null,
      lease: null,
      failure: expect.stringContaining('550') as string,
    });
    await identity.stores.sql('DELETE FROM identity.mails');
  });

  it('are dropped when they are too late', async () => {
    const person = await addPerson(identity);
    hooks.onRecipient = () => {
      throw refusal(450);
    };
    await request(person);
    await until(async () => (await rowOf(person)).failure !== null && (await rowOf(person)).lease === null);
    hooks.onRecipient = undefined;
    inbox.clear();
    await identity.stores.sql('UPDATE identity.mails SET available_at = now(), expires_at = now()');
    await untilNoMailIsQueued(identity);
    expect(inbox.messages()).toEqual([]);
  });

  it('survive a worker that dies with the lease: another one sends them', async () => {
    const person = await addPerson(identity);
    hooks.onRecipient = () => {
      throw refusal(450);
    };
    await request(person);
    await until(async () => (await rowOf(person)).failure !== null && (await rowOf(person)).lease === null);
    hooks.onRecipient = undefined;
    // As a worker leaves it that has claimed it and died.
    await identity.stores.sql('UPDATE identity.mails SET lease = gen_random_uuid(), available_at = now()');
    expect((await inbox.waitForMail(person.email)).to).toEqual([person.email]);
  });
});

describe('a provider without a mail server', () => {
  it('offers no reset, and says who can help', async () => {
    const identity = await startIdentityApp();
    const application = await TestApplication.open(identity);
    const browser = new PersonBrowser(identity.issuer);
    const page = await browser.open((await application.authorization()).url);
    expect(page.text).toContain('Forgot your password? Ask an administrator of your organization.');
    expect(page.html).not.toContain('/password-reset');
    const { csrf = '' } = browser.formTo('/password').fields;
    const path = `${page.url.pathname}/password-reset`;
    expect((await browser.open(path)).heading).toBe('Ask an administrator');
    const answer = await browser.post(path, { csrf, email: 'assessor@example.com' });
    expect([answer.status, answer.heading]).toEqual([404, 'Ask an administrator']);
    expect(await identity.stores.sql('SELECT FROM identity.mails')).toEqual([]);
    await identity.close();
  });
});

const newPassword = 'canary password of the tests';

describe('a reset of a password, by the program as it ships', () => {
  const stores = given(openStores);
  let inbox: Inbox;
  let program: BuiltProgram;
  let issuer: string;

  beforeAll(async () => {
    ({ inbox } = await startMailbox());
    const port = await freePort();
    issuer = `http://127.0.0.1:${port}`;
    program = new BuiltProgram('apps/identity-provider/main.js', {
      PORT: String(port),
      MANAGEMENT_PORT: String(await freePort()),
      LOG_LEVEL: 'trace',
      ISSUER: issuer,
      API_URL: apiUrl,
      CLAIMS_NAMESPACE: claimsNamespace,
      MANAGEMENT_TOKEN: managementToken,
      DATABASE_URL: stores.databaseUrl,
      KEYRING_FILE: stores.keyringFile,
      SMTP_URL: inbox.smtpUrl,
      MAIL_FROM: 'accounts@example.org',
    });
    await program.started();
  });
  afterAll(async () => {
    await inbox.close();
    await stores.drop();
  });

  async function reset({ email }: TestPerson): Promise<string> {
    const application = await TestApplication.open({ issuer });
    const browser = new PersonBrowser(issuer);
    const page = await browser.open((await application.authorization()).url);
    await browser.open(`${page.url.pathname}/password-reset`);
    await browser.submit('/password-reset', { email });
    const link = linkIn(await inbox.waitForMail(email));
    await browser.open(link);
    await browser.submit(link, { password: 'short canary', repeated: 'short canary' });
    await browser.open(link);
    const done = await browser.submit(link, { password: newPassword, repeated: newPassword });
    expect(done.status).toBe(200);
    await browser.open(link);
    await untilNoMailIsQueued({ stores });
    return link;
  }

  it('writes no link, password or address to the log or the database, and ends in order', async () => {
    const person = await addPerson({
      manage: (method, path, body) => manage(issuer, { method, path, body }),
      stores,
    });
    const link = await reset(person);
    const rows = await stores.sql(
      `SELECT (SELECT json_agg(t) FROM identity.mails t)::text AS mails, (SELECT json_agg(t) FROM identity.password_resets t)::text AS resets`,
    );
    program.signal('SIGTERM');
    const { code, stdout, stderr } = await program.ended;
    expect(code).toBe(0);
    const token = link.split('/').at(-1) ?? '';
    for (const text of [stdout, stderr, JSON.stringify(rows)]) {
      for (const canary of [token, token.slice(0, 12), newPassword, 'short canary', person.email])
        expect(text).not.toContain(canary);
    }
    // Proves that the search finds what is logged.
    expect(stdout).toContain('/password-resets/…');
    expect(stdout).toContain('"outcome":"sent"');
  });
});
