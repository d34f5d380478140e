import { type RunningProgram } from '@governance/runtime';
import { callHttp, given, mailboxSpellings, startInbox, until } from '@governance/testing';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sharedPublicApp, startPublicApp } from '../support/public-app';
import { resend } from '../support/resend';
import { personal, submit } from '../support/submit';
import { startWorker } from '../support/worker-app';

const budget = 2;

describe('the spellings of one mailbox', () => {
  const app = given(() => startPublicApp({ settings: { RESEND_LIMIT: 1_000 } }));
  const inbox = given(startInbox);
  let worker: RunningProgram;

  beforeAll(async () => {
    worker = await startWorker(app, inbox.smtpUrl, { EMAIL_BUDGET_RECIPIENT_HOUR: budget });
  });
  afterEach(() => {
    inbox.clear();
  });
  afterAll(async () => {
    await worker.close();
    await inbox.close();
    await app.close();
  });

  /** The states of the deliveries, after the worker has weighed all of them. */
  async function settled(ids: readonly unknown[]): Promise<Record<string, number>> {
    const unseen = `SELECT FROM deliveries WHERE state = 'queued' AND waiting_since IS NULL LIMIT 1`;
    await until(async () => (await app.sql(unseen)).length === 0);
    const rows = await app.sql(
      'SELECT state, count(*)::int FROM deliveries WHERE result_id = ANY($1) GROUP BY state',
      [ids],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [String(state), Number(count)]));
  }

  async function submitAll(address: string): Promise<unknown[]> {
    const ids = [];
    for (const submitterEmail of mailboxSpellings(address)) {
      ids.push((await submit(app, { submitterEmail })).id);
    }
    return ids;
  }

  it('share one budget, for submissions and resends, and mail goes to the canonical address', async () => {
    const ids = await submitAll('flooded@example.org');
    for (const id of ids) expect((await resend(app, id)).status).toBe(200);
    const { sent = 0, ...others } = await settled(ids);
    expect([sent, Object.keys(others).toSorted()]).toEqual([budget, ['merged', 'queued']]);
    expect(inbox.messages().map(({ to }) => to)).toEqual(Array(budget).fill(['flooded@example.org']));
  });

  it('are blocked together', async () => {
    const [spelling = ''] = mailboxSpellings('owner@example.org').slice(1);
    await submit(app, { submitterEmail: spelling });
    const { text } = await inbox.waitForMail('owner@example.org');
    const [path] = /\/not-me\/\S+/.exec(text) ?? [];
    expect((await callHttp(`${app.origin}${String(path)}`, { method: 'POST' })).status).toBe(200);

    const ids = await submitAll('owner@example.org');
    expect(await settled(ids)).toEqual({ cancelled: ids.length });
    expect(inbox.messages()).toHaveLength(1);
  });
});

const run = promisify(execFile);
const program = join(__dirname, '../../../../dist/apps/public-api/operate.js');

describe('npm run operate -- erase with one spelling', () => {
  it('removes what was submitted under all spellings of the mailbox', async () => {
    const app = await sharedPublicApp();
    const spellings = mailboxSpellings('assessor+tag@example.org');
    const ids: unknown[] = [];
    for (const submitterEmail of spellings) ids.push((await submit(app, { ...personal, submitterEmail })).id);

    const env = { PATH: process.env.PATH, DATABASE_URL: app.databaseUrl, KEYRING_FILE: app.keyringFile };
    const { stdout } = await run(process.execPath, [program, 'erase', '--email', String(spellings[3])], {
      env,
    });

    const count = spellings.length;
    expect(stdout).toBe(`The address was removed from ${count} results and ${count} messages.\n`);
    const results = `SELECT submitter_email, notes FROM survey_results WHERE id = ANY($1) GROUP BY 1, 2`;
    expect(await app.sql(results, [ids])).toEqual([{ submitter_email: null, notes: null }]);
    const messages = `SELECT recipient_mac FROM deliveries WHERE result_id = ANY($1) GROUP BY 1`;
    expect(await app.sql(messages, [ids])).toEqual([{ recipient_mac: null }]);
  });
});
