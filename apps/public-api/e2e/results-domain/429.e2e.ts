import { type HttpAnswer } from '@governance/testing';
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

  it.each<[string, number, () => Promise<HttpAnswer>]>([
    ['domains from one client', 20, () => held.ask('acme.example')],
    ['checks of one result', 60, () => held.check()],
    ['mails of one result', 5, () => held.mail()],
  ])('answers 429 to too many %s', async (_what, limit, call) => {
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
