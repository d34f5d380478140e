import { checkCredential, IssuerKeySet } from '@governance/certificate-verifier';
import { callHttp, given, type HttpAnswer, Times, until } from '@governance/testing';
import { runIssuerKeysCommand } from '@governance/keyring';
import { publicPrograms, type Service, submitTo } from '../support/public-programs';

describe('a result without an address', () => {
  const programs = given(publicPrograms);
  let main: Service;

  let worker: Service;

  beforeAll(async () => {
    main = await programs.start('main');
  });
  afterEach(() => worker.program.kill());
  afterAll(() => programs.close());

  async function startWorker(): Promise<void> {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'certificates@example.org' };
    worker = await programs.start('worker', mail);
  }

  function recordOf(submitted: HttpAnswer): Promise<HttpAnswer> {
    const path = `/api/certification/verify/${String(submitted.body.id)}?format=json`;
    return callHttp(main.origin + path);
  }

  async function certified(submitted: HttpAnswer): Promise<HttpAnswer> {
    return until(async () => {
      const record = await recordOf(submitted);
      return record.body.credential !== undefined && record;
    });
  }

  async function issuerKeys(): Promise<IssuerKeySet> {
    return new IssuerKeySet((await callHttp(`${main.origin}/.well-known/jwks.json`)).body);
  }

  it('is certified within seconds of its submission, and its record contains the credential § 1.2d', async () => {
    await startWorker();
    const submitted = await submitTo(main);
    const times = new Times();
    const { body } = await times.measure(() => certified(submitted));
    times.expectEachBelow(5_000);

    const credential = await checkCredential(String(body.credential), await issuerKeys());
    const { id, mode, overallScore, tier, launchAllowed } = submitted.body;
    expect(credential).toMatchObject({
      resultId: id,
      mode,
      overallScore,
      tier,
      launchAllowed,
      keyId: body.keyId,
    });
    expect(body).toMatchObject({ valid: true, status: 'valid' });
  });

  it('has a record without credential until a worker runs, and is certified by the next one after a crash', async () => {
    const submitted = await Promise.all(Array.from({ length: 20 }, () => submitTo(main)));
    for (const one of submitted) expect((await recordOf(one)).body).not.toHaveProperty('credential');
    await startWorker();
    await worker.program.kill();
    await startWorker();
    const records = await Promise.all(submitted.map(certified));
    expect(new Set(records.map(({ body }) => body.credential)).size).toBe(20);
  });

  it('stays genuine after a rotation of the key, and later ones are signed by the new key', async () => {
    await startWorker();
    const before = (await certified(await submitTo(main))).body;
    await worker.program.kill();
    runIssuerKeysCommand(['rotate'], {
      file: programs.issuerKeysFile,
      now: new Date(),
      print: () => undefined,
    });
    await startWorker();
    const after = (await certified(await submitTo(main))).body;

    expect(after.keyId).not.toBe(before.keyId);
    const { keys } = (await callHttp(`${main.origin}/.well-known/jwks.json`)).body as {
      keys: { kid: string }[];
    };
    expect(keys.map(({ kid }) => kid).toSorted()).toEqual([before.keyId, after.keyId].map(String).toSorted());
    for (const { credential } of [before, after])
      await checkCredential(String(credential), await issuerKeys());
  });
});
