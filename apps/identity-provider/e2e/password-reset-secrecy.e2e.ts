import { BuiltProgram, freePort, type Inbox } from '@governance/testing';
import { TestApplication } from './support/applications';
import {
  apiUrl,
  claimsNamespace,
  manage,
  managementToken,
  openStores,
  type Stores,
} from './support/identity-app';
import { linkIn, startMailbox, untilNoMailIsQueued } from './support/mailbox';
import { addPerson, type TestPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';

const newPassword = 'canary password of the tests';

describe('a reset of a password, by the program as it ships', () => {
  let stores: Stores;
  let inbox: Inbox;
  let program: BuiltProgram;
  let issuer: string;

  beforeAll(async () => {
    stores = await openStores();
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
