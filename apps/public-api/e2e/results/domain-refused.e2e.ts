import { given, type HttpAnswer } from '@governance/testing';
import { HeldDomain } from '../support/domains';
import { holdersOnly } from '../support/held-results';
import { sharedPublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';
import { sharedAppWithWorker } from '../support/worker-app';

const app = given(sharedPublicApp);
let submitted: Record<string, unknown>;
let held: HeldDomain;
beforeAll(async () => {
  submitted = await submit(app);
  held = new HeldDomain(app, submitted);
});

describe('the domain of a result', () => {
  it.each<[unknown, string]>([
    [undefined, 'name must be a domain, such as example.org'],
    [7, 'name must be a string'],
    ['', 'name must be a domain, such as example.org'],
    ['localhost', 'name must be a domain, such as example.org'],
    ['https://acme.example/', 'name must be a domain, such as example.org'],
    ['10.0.0.1', 'name must be a domain, such as example.org'],
    ['co.uk', 'name must not be a public suffix'],
    ['github.io', 'name must not be a public suffix'],
    ['gmail.com', 'name must not be a domain of a mail provider'],
  ])('answers 400 for the name %j § 10.10g', async (name, error) => {
    const { status, body, headers } = await held.ask(name);
    expect({ status, body }).toEqual({ status: 400, body: { error } });
    expect(Object.fromEntries(headers)).toMatchObject(holdersOnly);
    expect((await held.read()).body).toEqual({ status: 'none' });
  });

  it.each([null, 'webmaster', 'postmaster@acme.example', 7, ['postmaster']])(
    'answers 400 for the mailbox %j, and mails nothing',
    async (mailbox) => {
      await held.ask('acme.example');
      const { status, body } = await held.mail(mailbox);
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: 'mailbox must be one of the following values: postmaster, admin, hostmaster' },
      });
      expect(await app.sql('SELECT id FROM deliveries WHERE result_id = $1', [submitted.id])).toEqual([]);
      await held.remove();
    },
  );
});

describe('the domain of a result, while another is proven', () => {
  it('answers 409 to another domain, and to a mail, while one is proven by its record § 10.10i', async () => {
    const { app, records } = await sharedAppWithWorker();
    const held = new HeldDomain(app, await submit(app));
    await held.prove('acme.example', records);
    const other = await held.ask('other.example');
    expect([other.status, other.body]).toEqual([
      409,
      { error: 'the certificate shows another domain: remove it first' },
    ]);
    const mail = await held.mail();
    expect([mail.status, mail.body]).toEqual([409, { error: 'the domain is already proven by its record' }]);
    expect((await held.read()).body).toMatchObject({ status: 'proven', name: 'acme.example' });
    await held.remove();
    expect((await held.ask('other.example')).status).toBe(200);
  });
});

describe('the domain of a result, with too many requests', () => {
  it.each<[string, number, () => Promise<HttpAnswer>]>([
    ['domains from one client', 20, () => held.ask('acme.example')],
    ['checks of one result', 60, () => held.check()],
    ['mails of one result', 5, () => held.mail()],
  ])('answers 429 to too many %s § 10.10j', async (_what, limit, call) => {
    await app.sql('TRUNCATE rate_limits');
    await held.ask('acme.example');
    await app.sql('TRUNCATE rate_limits');
    for (let count = 0; count < limit; count += 1) expect((await call()).status).toBeLessThan(300);
    const { status, body, headers } = await call();
    expect({ status, body }).toEqual({
      status: 429,
      body: { error: 'too many requests about a domain, try again later' },
    });
    expect(Object.fromEntries(headers)).toMatchObject(holdersOnly);
    const seconds = Number(headers.get('retry-after'));
    expect([seconds > 3_000, seconds <= 3_600]).toEqual([true, true]);
  });
});

describe('the domain of a result, without a database', () => {
  it('answers 503 while the database is away § 10.10k', async () => {
    const app = await startPublicApp();
    const held = new HeldDomain(app, await submit(app));
    await app.loseDatabase();
    const answers = [
      await held.read(),
      await held.ask('acme.example'),
      await held.check(),
      await held.mail(),
      await held.remove(),
    ];
    for (const { status, headers } of answers) {
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
      expect(Object.fromEntries(headers)).toMatchObject(holdersOnly);
    }
    await app.close();
  });
});
