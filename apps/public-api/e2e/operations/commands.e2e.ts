import { checkCredential, checkStatus, IssuerKeySet, NotGenuine } from '@governance/certificate-verifier';
import { given, nodePrimitives, until, urlForProgram } from '@governance/testing';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { evidence } from '../support/evidence';
import { pathOf } from '../support/held-results';
import { sharedPublicApp } from '../support/public-app';
import { resend } from '../support/resend';
import { personal, recordOf, submit } from '../support/submit';
import { withdraw } from '../support/withdraw';
import { givenAppWithWorker } from '../support/worker-app';

const run = promisify(execFile);
const program = join(__dirname, '../../../../dist/apps/public-api/operate.js');

describe('npm run operate -- erase', () => {
  const app = given(sharedPublicApp);

  async function erase(...args: string[]): Promise<{ stdout: string; stderr: string }> {
    const DATABASE_URL = await urlForProgram(app.databaseUrl, 'public-api/erase');
    const env = { PATH: process.env.PATH, DATABASE_URL, KEYRING_FILE: app.keyringFile };
    return run(process.execPath, [program, 'erase', ...args], { env });
  }

  it('removes address, notes and evidence, prints how many without the address, and keeps the certificate verifiable § 4.1.1b 10.10t', async () => {
    const address = 'erased@example.com';
    const submitted = await submit(app, { ...personal, submitterEmail: address, evidence });
    const page = new URL(String(submitted.resultUrl)).pathname;
    expect((await app.get(page)).text).toContain('Head of Compliance');
    expect((await app.get(`${pathOf(submitted)}/evidence-report`)).status).toBe(202);
    const { stdout, stderr } = await erase('--email', address.toUpperCase());

    expect(stdout).toBe('The address was removed from 1 results and 1 messages.\n');
    expect(stdout + stderr).not.toMatch(/erased@example/i);
    const stored = 'SELECT submitter_email, notes, evidence FROM survey_results WHERE id = $1';
    expect(await app.sql(stored, [submitted.id])).toEqual([
      { submitter_email: null, notes: null, evidence: null },
    ]);
    const reports = 'SELECT result_id FROM evidence_reports WHERE result_id = $1';
    expect(await app.sql(reports, [submitted.id])).toEqual([]);
    for (const part of ['', '/answers.csv', '/plan.csv', '/again'])
      expect((await app.get(page + part)).text).not.toContain('Head of Compliance');
    expect((await app.get(`${pathOf(submitted)}/evidence-report`)).status).toBe(404);
    const { body } = await app.get(`/api/certification/verify/${String(submitted.id)}?format=json`);
    expect(body).toEqual(recordOf(submitted));
  });

  it.each([[[]], [['--email']], [['--email', 'no-address']], [['assessor@example.com']]])(
    'prints its usage when called as %j',
    async (args) => {
      await expect(erase(...args)).rejects.toMatchObject({ code: 1, stdout: '' });
    },
  );
});

describe('npm run operate -- withdraw', () => {
  const { app } = givenAppWithWorker();

  async function record(id: string): Promise<Record<string, unknown>> {
    return (await app.get(`/api/certification/verify/${id}?format=json`)).body;
  }

  async function certified(): Promise<{ id: string; jws: string }> {
    const id = String((await submit(app, { ...personal, submitterEmail: 'later@example.com' })).id);
    const jws = await until(async () => {
      const { credential } = await record(id);
      return typeof credential === 'string' && credential;
    });
    return { id, jws };
  }

  it('is visible in the record, at the legacy endpoint, on the page and in the signed list, and nothing is mailed', async () => {
    const { id, jws } = await certified();
    const keys = new IssuerKeySet((await app.get('/.well-known/jwks.json')).body);
    const credential = await checkCredential(jws, keys);
    const list = async (): Promise<Date | undefined> => {
      const { text } = await app.get(new URL(credential.status.list).pathname);
      return checkStatus(text, credential, { ...nodePrimitives, keys });
    };
    await until(async () => (await app.sql('SELECT list FROM status_lists')).length > 0);
    await list();

    const { stdout } = await withdraw(app, '--id', id.toUpperCase(), '--reason', 'misused');
    expect(stdout).toMatch(/^The certificate is withdrawn\./);
    const withdrawn = {
      id,
      valid: false,
      status: 'withdrawn',
      issuedAt: expect.stringMatching(/Z$/) as unknown,
      withdrawnAt: expect.stringMatching(/Z$/) as unknown,
      withdrawalReason: 'misused',
      issuer: 'https://assess.example.org',
      selfAssessment: true,
      verifiedAt: expect.stringMatching(/Z$/) as unknown,
    };
    expect(await record(id)).toEqual(withdrawn);
    const legacy = await app.get(`/api/survey-results/${id}/verify`);
    expect(legacy).toMatchObject({ status: 200, body: withdrawn });
    const page = await app.get(`/verify/${id}`);
    expect(page.text).toContain('This certificate was withdrawn');
    expect(page.text).not.toContain('is valid');
    expect(await resend(app, id)).toMatchObject({
      status: 404,
      body: { error: 'the certificate of this survey result was withdrawn' },
    });
    expect(await app.sql('SELECT state FROM deliveries WHERE result_id = $1', [id])).toEqual([
      { state: 'cancelled' },
    ]);

    await until(async () => (await list().catch((error: unknown) => error)) instanceof NotGenuine);
    await expect(list()).rejects.toThrow(new NotGenuine('It was withdrawn'));

    const again = await withdraw(app, '--id', id, '--reason', 'rubric_defect');
    expect(again.stdout).toContain('is already withdrawn');
    expect(await record(id)).toMatchObject({ withdrawalReason: 'misused' });
  });

  it.each([
    [[]],
    [['--id', 'nothing', '--reason', 'misused']],
    [['--id', randomUUID(), '--reason', 'because']],
    [['--id', randomUUID(), '--reason', 'misused']],
  ])('reports the error when called as %j', async (args) => {
    await expect(withdraw(app, ...args)).rejects.toMatchObject({ code: 1, stdout: '' });
  });
});
