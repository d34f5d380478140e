import { HeldDomain } from '../support/domains';
import { holdersOnly } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';

describe('the domain of a result', () => {
  let app: PublicApp;
  let held: HeldDomain;

  beforeAll(async () => {
    app = await startPublicApp();
    held = new HeldDomain(app, await submit(app));
  });
  afterAll(() => app.close());

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
  ])('answers 400 for the name %j', async (name, error) => {
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
      expect(await app.sql('SELECT id FROM deliveries')).toEqual([]);
      await held.remove();
    },
  );
});
