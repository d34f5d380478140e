import { type HttpAnswer, type Inbox, startInbox, until } from '@governance/testing';
import { CanarySearch } from '../canary/canary-search';
import { dumpDatabase } from '../canary/database-dump';
import { type OwnCredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invite, invitee } from '../support/invitations';
import { keepLog } from '../support/kept-log';
import { startReconciler } from '../support/reconciler';

describe('an invitation link', () => {
  const log = keepLog();
  let app: OwnCredentialsApp;
  let inbox: Inbox;
  let isRefusing: boolean;

  beforeAll(async () => {
    isRefusing = true;
    inbox = await startInbox({
      onRecipient: () => {
        if (isRefusing) throw Object.assign(new Error(`${invitee}: try later`), { responseCode: 451 });
      },
    });
    app = await startCredentialsApp({ logger: log.logger });
  });
  afterAll(async () => {
    await app.close();
    await inbox.close();
  });

  async function untilDelivery(condition: string): Promise<void> {
    await until(async () => (await app.sql(`SELECT id FROM deliveries WHERE ${condition}`)).length > 0);
  }
  const tokenOffered = (): string => [...app.provider.gateway.offers.values()].at(-1)?.token ?? '';

  it('is only in its mail: in no response, log, audit row or other table', async () => {
    const secrets = new CanarySearch();
    secrets.add('the address', invitee);
    const answers: HttpAnswer[] = [];
    const dumps: string[] = [];
    const keepDump = async (): Promise<unknown> => dumps.push(await dumpDatabase(app.databaseUrl));

    answers.push(await invite(app, { role: 'account-admin' }));
    secrets.add('the first token', tokenOffered());
    await keepDump();
    app.provider.wire.loseOne('answer', 1);
    answers.push(await invite(app));
    secrets.add('the second token', tokenOffered());
    await keepDump();

    const worker = await startReconciler(app, { smtpUrl: inbox.smtpUrl, logger: log.logger });
    await untilDelivery(`message IS NOT NULL AND failure IS NOT NULL`);
    await keepDump();
    isRefusing = false;
    await app.sql(`UPDATE deliveries SET available_at = now() WHERE state = 'queued'`);
    const mail = await inbox.waitForMail(invitee);
    await untilDelivery(`state = 'sent'`);
    await keepDump();
    await worker.close();

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(secrets.find(mail.text)).toEqual(['the second token']);
    expect(log.text()).toContain('invitation not offered, the worker retries');
    for (const dump of dumps) {
      expect(dump).toContain('org-invitations:create');
      expect(secrets.find(dump)).toEqual([]);
    }
    expect(secrets.find(log.text())).toEqual([]);
    const answered = answers.map(({ text, headers }) => text + JSON.stringify([...headers]));
    expect(secrets.find(answered.join())).toEqual(['the address']);
  });
});
