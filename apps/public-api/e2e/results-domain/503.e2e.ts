import { HeldDomain } from '../support/domains';
import { holdersOnly } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';

describe('the domain of a result', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 503 while the database is away', async () => {
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
  });
});
