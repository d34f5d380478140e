import { callHttp, type HttpAnswer } from '@governance/testing';
import { HeldDomain } from '../support/domains';
import { comparable, holdersOnly, wrongCapabilities } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';

const calls = [
  ['GET', ''],
  ['PUT', ''],
  ['POST', '/check'],
  ['POST', '/mail'],
  ['DELETE', ''],
] as const;

describe('the domain of a result', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it.each(calls)(
    'answers 404 to %s%s for everything but a capability of ours, always the same',
    async (method, below) => {
      const ask = (capability: string): Promise<HttpAnswer> =>
        callHttp(`${app.origin}/api/results/${capability}/domain${below}`, {
          method,
          ...(method !== 'GET' &&
            method !== 'DELETE' && {
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ name: 'acme.example', mailbox: 'admin' }),
            }),
        });
      const expected = await ask('A'.repeat(48));
      expect(expected).toMatchObject({ status: 404, body: { error: 'there is no such result' } });
      expect(Object.fromEntries(expected.headers)).toMatchObject(holdersOnly);
      for (const capability of wrongCapabilities(await submit(app)))
        expect(comparable(await ask(capability))).toEqual(comparable(expected));
      expect(await app.sql('SELECT result_id FROM certificate_domains')).toEqual([]);
    },
  );

  it('answers 404 to a check and a mail when no domain was asked for', async () => {
    const held = new HeldDomain(app, await submit(app));
    for (const { status, body } of [await held.check(), await held.mail()]) {
      const error = 'no domain was asked for: put one first';
      expect({ status, body }).toEqual({ status: 404, body: { error } });
    }
  });

  it('answers 404 with its own text for a withdrawn certificate', async () => {
    const submitted = await submit(app);
    await app.sql(
      `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
      [submitted.id],
    );
    const { status, body } = await new HeldDomain(app, submitted).ask('acme.example');
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: 'the certificate of this result was withdrawn' },
    });
  });
});
