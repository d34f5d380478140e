import {
  callHttp,
  DevToolsRelay,
  type Inbox,
  processTree,
  readPdfText,
  startInbox,
  until,
} from '@governance/testing';
import { readFileSync } from 'node:fs';
import { type PublicPrograms, publicPrograms, type Service, submitTo } from '../support/public-programs';

describe('a browser that runs apart from the worker', () => {
  const submitterEmail = 'assessor@example.com';
  let programs: PublicPrograms;
  let main: Service;
  let worker: Service;
  let browser: Service;
  let relay: DevToolsRelay;
  let inbox: Inbox;

  beforeEach(async () => {
    programs = await publicPrograms();
    main = await programs.start('main');
    inbox = await startInbox();
    browser = await programs.startBrowser();
    relay = await DevToolsRelay.start(`ws://127.0.0.1:${browser.port}`);
    worker = await programs.start('worker', {
      SMTP_URL: inbox.smtpUrl,
      MAIL_FROM: 'certificates@example.org',
      BROWSER_URL: relay.url,
      BROWSER_EXECUTABLE: '',
    });
  });
  afterEach(async () => {
    await programs.close();
    relay.close();
    await inbox.close();
  });

  async function submit(): Promise<void> {
    expect((await submitTo(main, { submitterEmail, organizationName: 'Acme Ltd' })).status).toBe(201);
  }

  async function mailedText(): Promise<string> {
    const { attachments } = await inbox.waitForMail(submitterEmail);
    return readPdfText(attachments[0]?.content ?? Buffer.alloc(0));
  }

  async function untilPostponed(): Promise<void> {
    await worker.program.logged(({ outcome }) => outcome === 'postponed');
  }

  async function retryNow(): Promise<void> {
    await programs.sql(`UPDATE deliveries SET available_at = now() WHERE state = 'queued'`);
  }

  it('prints what the worker mails, and has none of its settings', async () => {
    await submit();
    expect(await mailedText()).toContain('Acme Ltd');
    expect(processTree(worker.program.pid)).toHaveLength(1);
    const browsers = processTree(browser.program.pid);
    expect(browsers.length).toBeGreaterThan(3);
    for (const { pid } of browsers)
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/DATABASE_URL|KEY|SMTP_URL/);
    const { status } = await callHttp(`${browser.management}/health/ready`);
    expect(status).toBe(200);
  });

  it('delays a mail while it is gone, and loses none', async () => {
    await callHttp(`${worker.management}/health/ready`);
    await browser.program.kill();
    await submit();
    await untilPostponed();
    expect(inbox.messages()).toEqual([]);
    await until(async () => (await callHttp(`${worker.management}/health/ready`)).status === 503);
    browser = await programs.startBrowser();
    relay.target = `ws://127.0.0.1:${browser.port}`;
    await until(async () => {
      await retryNow();
      return inbox.messages().length === 1;
    });
  });

  it('gets no lie mailed', async () => {
    relay.alter = (message) => message.replaceAll('Acme Ltd', 'Acne Ltd');
    await submit();
    await untilPostponed();
    const { failure } = await worker.program.logged(({ outcome }) => outcome === 'postponed');
    expect(failure).toBe('UntruePrint');
    const { reason } = await worker.program.logged(({ msg }) => msg === 'a printed document was refused');
    expect(reason).toBe('The page does not show the heading of the credential');
    const { text } = await callHttp(`${worker.management}/metrics`);
    expect(text).toMatch(/^printed_documents_refused_total [1-9]/m);
    expect(inbox.messages()).toEqual([]);
    relay.alter = (message) => message;
    await retryNow();
    expect(await mailedText()).toContain('Acme Ltd');
  });
});
