import { evidence } from '../support/evidence';
import { holdersOnly, pathOf } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';

describe('GET /api/results/{capability}/evidence-report', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp({ settings: { PDF_BUDGET_CLIENT_HOUR: 2, TRUST_PROXY: 1 } });
  });
  afterAll(() => app.close());

  it('answers 429 to a client that has had too many made, and not to another one', async () => {
    const [first, second, third] = [
      await submit(app, { evidence }),
      await submit(app, { evidence }),
      await submit(app, { evidence }),
    ];
    const ask = (submitted: Record<string, unknown>, client: string): ReturnType<typeof app.get> =>
      app.get(`${pathOf(submitted)}/evidence-report`, { 'x-forwarded-for': client });
    for (const submitted of [first, second]) expect((await ask(submitted, '192.0.2.1')).status).toBe(202);

    const { status, body, headers } = await ask(third, '192.0.2.1');
    expect({ status, body }).toEqual({
      status: 429,
      body: { error: 'too many evidence reports asked for from this address, try again later' },
    });
    expect(Object.fromEntries(headers)).toMatchObject(holdersOnly);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    // Asking again for a queued document is not counted.
    expect((await ask(first, '192.0.2.1')).status).toBe(202);
    expect((await ask(third, '192.0.2.2')).status).toBe(202);
    // Certificates count with it.
    const certificate = await app.get(`${pathOf(first)}/certificate`, { 'x-forwarded-for': '192.0.2.1' });
    expect(certificate.status).toBe(429);
  });
});
