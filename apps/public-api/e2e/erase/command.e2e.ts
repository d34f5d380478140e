import { urlForProgram } from '@governance/testing';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { evidence } from '../support/evidence';
import { pathOf } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { personal, recordOf, submit } from '../support/submit';

const run = promisify(execFile);
const program = join(__dirname, '../../../../dist/apps/public-api/erase.js');

describe('npm run operate -- erase', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  async function erase(...args: string[]): Promise<{ stdout: string; stderr: string }> {
    const DATABASE_URL = await urlForProgram(app.databaseUrl, 'public-api/erase');
    const env = { PATH: process.env.PATH, DATABASE_URL, KEYRING_FILE: app.keyringFile };
    return run(process.execPath, [program, ...args], { env });
  }

  it('removes address, notes and evidence, prints how many without the address, and keeps the certificate verifiable', async () => {
    const submitted = await submit(app, { ...personal, evidence });
    const page = new URL(String(submitted.resultUrl)).pathname;
    expect((await app.get(page)).text).toContain('Head of Compliance');
    expect((await app.get(`${pathOf(submitted)}/evidence-report`)).status).toBe(202);
    const { stdout, stderr } = await erase('--email', personal.submitterEmail.toUpperCase());

    expect(stdout).toBe('The address was removed from 1 results and 1 messages.\n');
    expect(stdout + stderr).not.toMatch(/assessor@example/i);
    expect(await app.sql('SELECT submitter_email, notes, evidence FROM survey_results')).toEqual([
      { submitter_email: null, notes: null, evidence: null },
    ]);
    expect(await app.sql('SELECT result_id FROM evidence_reports')).toEqual([]);
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
