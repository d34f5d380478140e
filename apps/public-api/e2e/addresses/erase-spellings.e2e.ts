import { mailboxSpellings } from '@governance/testing';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { personal, submit } from '../support/submit';

const run = promisify(execFile);
const program = join(__dirname, '../../../../dist/apps/public-api/erase.js');

describe('npm run operate -- erase with one spelling', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('removes what was submitted under all spellings of the mailbox', async () => {
    const spellings = mailboxSpellings('assessor+tag@example.org');
    for (const submitterEmail of spellings) await submit(app, { ...personal, submitterEmail });

    const env = { PATH: process.env.PATH, DATABASE_URL: app.databaseUrl, KEYRING_FILE: app.keyringFile };
    const { stdout } = await run(process.execPath, [program, '--email', String(spellings[3])], { env });

    const count = spellings.length;
    expect(stdout).toBe(`The address was removed from ${count} results and ${count} messages.\n`);
    expect(
      await app.sql('SELECT id FROM survey_results WHERE submitter_email IS NOT NULL OR notes IS NOT NULL'),
    ).toEqual([]);
    expect(await app.sql('SELECT id FROM deliveries WHERE recipient_mac IS NOT NULL')).toEqual([]);
  });
});
