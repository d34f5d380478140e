import {
  attachmentNames,
  IssuerKeySet,
  NotGenuine,
  readAttachments,
  verifyCertificate,
} from '@governance/certificate-verifier';
import { publishedRubrics } from '@governance/rubric';
import { callHttp, given, type HttpAnswer, nodePrimitives, readPdf, until } from '@governance/testing';
import { documentOf } from '../support/documents';
import { HeldDomain } from '../support/domains';
import { comparable, holdersOnly, wrongCapabilities } from '../support/held-results';
import { sharedPublicApp } from '../support/public-app';
import { submit } from '../support/submit';
import { givenAppWithWorker } from '../support/worker-app';

describe('the domain of a result', () => {
  const { app, records } = givenAppWithWorker();

  beforeEach(() => app.sql('TRUNCATE rate_limits'));

  async function recordOf(id: unknown): Promise<Record<string, unknown>> {
    return (await app.get(`/api/certification/verify/${String(id)}?format=json`)).body;
  }

  /** With the status list of the credential, as published now. */
  async function verdictOn(pdf: Uint8Array): Promise<unknown> {
    const keys = new IssuerKeySet((await app.get('/.well-known/jwks.json')).body);
    const rubrics = publishedRubrics.references;
    const statusList = async (url: string): Promise<{ list: string }> => ({
      list: (await app.get(new URL(url).pathname)).text,
    });
    return verifyCertificate({ certificate: { pdf }, keys, rubrics, statusList }, nodePrimitives).then(
      ({ credential, result }) => ({ domain: credential.domain?.name, layout: result?.layout }),
      (error: unknown) => (error instanceof NotGenuine ? error.message : error),
    );
  }

  it('is none at first, then asked for, with a record to publish for seven days § 10.10e', async () => {
    const held = new HeldDomain(app, await submit(app));
    const none = await held.read();
    expect([none.status, none.body]).toEqual([200, { status: 'none' }]);
    expect(Object.fromEntries(none.headers)).toMatchObject(holdersOnly);

    const asked = await held.ask(' BÜCHER.example. ');
    expect(asked.status).toBe(200);
    expect(Object.fromEntries(asked.headers)).toMatchObject(holdersOnly);
    expect(asked.body).toEqual({
      status: 'asked',
      name: 'xn--bcher-kva.example',
      record: {
        name: '_governance-challenge.xn--bcher-kva.example',
        value: expect.stringMatching(/^governance-certificate=[\w-]{43}$/) as unknown,
      },
      expiresAt: expect.stringMatching(/Z$/) as unknown,
    });
    const days = (Date.parse(String(asked.body.expiresAt)) - Date.now()) / 86_400_000;
    expect([days > 6.9, days <= 7]).toEqual([true, true]);
    expect((await held.ask('xn--bcher-kva.example')).body).toEqual(asked.body);
    expect((await held.read()).body).toEqual(asked.body);
  });

  it.each<[string, readonly string[] | Error, string]>([
    ['is missing', [], 'record_missing'],
    ['has another text', ['v=spf1 -all'], 'record_differs'],
    ['cannot be looked up', new Error('SERVFAIL'), 'lookup_failed'],
  ])('is not proven while its record %s § 10.10l', async (_what, texts, problem) => {
    const submitted = await submit(app);
    const held = new HeldDomain(app, submitted);
    await held.ask('msp.example');
    records.found.set('_governance-challenge.msp.example', texts);
    await held.check();
    expect(await held.settled()).toMatchObject({ status: 'asked', problem });
    expect(await recordOf(submitted.id)).not.toHaveProperty('domain');
  });

  it('is not proven by the record of another result', async () => {
    const [one, other] = [new HeldDomain(app, await submit(app)), new HeldDomain(app, await submit(app))];
    expect(await one.prove('shared.example', records)).toMatchObject({ status: 'proven' });
    await other.ask('shared.example');
    await other.check();
    expect(await other.settled()).toMatchObject({ status: 'asked', problem: 'record_differs' });
  });

  it('is in record, credential and PDF once it is proven; a PDF from before stays genuine § 10.10f', async () => {
    const submitted = await submit(app);
    const held = new HeldDomain(app, submitted);
    const before = await documentOf(app, submitted);
    const state = await held.prove('msp.example', records);
    expect(state).toMatchObject({ status: 'proven', name: 'msp.example', way: 'dns' });
    expect(state).not.toHaveProperty('expiresAt');

    const record = await recordOf(submitted.id);
    expect(record).toMatchObject({
      valid: true,
      domain: { name: 'msp.example', provenAt: state.provenAt },
    });
    const after = await documentOf(app, submitted);
    expect(after.pdf).not.toEqual(before.pdf);
    const attached = await readAttachments(after.pdf);
    expect(JSON.parse(attached.get(attachmentNames.credential) ?? '{}')).toMatchObject({
      credential: record.credential,
    });
    expect((await readPdf(after.pdf)).text).toMatch(
      /Domain Controlled by msp\.example proven to the issuer on \d+ \w+ \d{4}/,
    );
    expect(await verdictOn(before.pdf)).toEqual({ domain: undefined, layout: 5 });
    expect(await verdictOn(after.pdf)).toEqual({ domain: 'msp.example', layout: 5 });
  });

  it('is withdrawn by the holder at will: the certificate goes on without it § 10.10n', async () => {
    const submitted = await submit(app);
    const held = new HeldDomain(app, submitted);
    const before = await documentOf(app, submitted);
    const first = (await recordOf(submitted.id)).credential;
    await held.prove('msp.example', records);
    const named = await documentOf(app, submitted);

    const removed = await held.remove();
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await held.read()).body).toEqual({ status: 'none' });
    const record = await recordOf(submitted.id);
    expect(record).toMatchObject({ valid: true, credential: first });
    expect(record).not.toHaveProperty('domain');
    await until(async () => {
      const verdict = await verdictOn(named.pdf);
      return verdict === 'It was withdrawn, or its proof of msp.example was';
    });
    expect(await verdictOn(before.pdf)).toEqual({ domain: undefined, layout: 5 });
    expect(await verdictOn((await documentOf(app, submitted)).pdf)).toEqual({
      domain: undefined,
      layout: 5,
    });
    expect((await held.remove()).status).toBe(204);
  });

  it('is checked again every day, and ends after seven days without the record § 10.10l', async () => {
    const submitted = await submit(app);
    const held = new HeldDomain(app, submitted);
    const { id } = submitted;
    await held.prove('lapsing.example', records);
    const due = (columns = ''): Promise<unknown> =>
      app.sql(`UPDATE certificate_domains SET check_due_at = now() ${columns} WHERE result_id = $1`, [id]);
    const checked = async (): Promise<boolean> => {
      const [row] = await app.sql(
        `SELECT check_due_at > now() + interval '1 hour' AS later FROM certificate_domains WHERE result_id = $1`,
        [id],
      );
      return row === undefined || row.later === true;
    };
    await due();
    await until(checked);
    expect((await held.read()).body).not.toHaveProperty('missingSince');
    records.found.delete('_governance-challenge.lapsing.example');
    await due();
    await until(checked);
    expect((await held.read()).body).toMatchObject({
      status: 'proven',
      missingSince: expect.stringMatching(/Z$/) as unknown,
    });
    await due(`, missing_since = now() - interval '8 days', missing_answers = 7`);
    await until(async () => (await held.read()).body.status === 'none');
    expect(await recordOf(id)).not.toHaveProperty('domain');
  });
});

const calls = [
  ['GET', ''],
  ['PUT', ''],
  ['POST', '/check'],
  ['POST', '/mail'],
  ['DELETE', ''],
] as const;

describe('the domain of a result, asked for wrongly', () => {
  const app = given(sharedPublicApp);

  it.each(calls)(
    'answers 404 to %s%s for everything but a capability of ours, always the same § 10.10h',
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
      const before = await app.sql('SELECT count(*) FROM certificate_domains');
      const expected = await ask('A'.repeat(48));
      expect(expected).toMatchObject({ status: 404, body: { error: 'there is no such result' } });
      expect(Object.fromEntries(expected.headers)).toMatchObject(holdersOnly);
      for (const capability of wrongCapabilities(await submit(app)))
        expect(comparable(await ask(capability))).toEqual(comparable(expected));
      expect(await app.sql('SELECT count(*) FROM certificate_domains')).toEqual(before);
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
