import {
  callHttp,
  DevToolsRelay,
  given,
  type Inbox,
  processTree,
  readPdfText,
  startInbox,
  triesEachCase,
  until,
} from '@governance/testing';
import { readFileSync } from 'node:fs';
import { publicPrograms, type Service, submitTo } from '../support/public-programs';
import { resend } from '../support/resend';

const programs = given(publicPrograms);
let mains: readonly [Service, Service];
let inbox: Inbox;
beforeAll(async () => {
  mains = await Promise.all([programs.start('main'), programs.start('main')]);
  inbox = await startInbox();
});
afterEach(async () => {
  await programs.sql('TRUNCATE deliveries, survey_results CASCADE');
  inbox.clear();
});
afterAll(async () => {
  await programs.close();
  await inbox.close();
});

describe('a browser that runs apart from the worker', () => {
  const submitterEmail = 'assessor@example.com';
  let worker: Service;
  let browser: Service;
  let relay: DevToolsRelay;

  beforeAll(async () => {
    browser = await programs.startBrowser();
    relay = await DevToolsRelay.start(`ws://127.0.0.1:${browser.port}`);
  });
  beforeEach(async () => {
    worker = await programs.start('worker', {
      SMTP_URL: inbox.smtpUrl,
      MAIL_FROM: 'certificates@example.org',
      BROWSER_URL: relay.url,
      BROWSER_EXECUTABLE: '',
    });
  });
  afterEach(() => worker.program.kill());
  afterAll(() => {
    relay.close();
  });

  async function submit(): Promise<void> {
    expect((await submitTo(mains[0], { submitterEmail, organizationName: 'Acme Ltd' })).status).toBe(201);
  }

  async function mailedText(): Promise<string> {
    const { attachments } = await inbox.waitForMail(submitterEmail);
    return readPdfText(attachments[0]?.content ?? Buffer.alloc(0));
  }

  async function untilPostponed(): Promise<void> {
    await worker.program.logged(({ outcome }) => outcome === 'postponed');
  }

  /** Takes no delivery from the worker that is at it: each taking is one of its attempts. */
  async function retryNow(): Promise<void> {
    await programs.sql(`UPDATE deliveries SET available_at = now() WHERE state = 'queued' AND lease IS NULL`);
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

const count = triesEachCase ? 200 : 30;
const kills = triesEachCase ? 8 : 3;

/** The number of deliveries a worker processes at once. */
const concurrency = 4;

const sentBetweenKills = triesEachCase ? 12 : 4;

/** All messages come from one client address and go to one domain. */
const budgets = { EMAIL_BUDGET_CLIENT_HOUR: '1000', EMAIL_BUDGET_DOMAIN_HOUR: '1000' };

describe('two public processes and two workers on one database', () => {
  let workers: Service[];

  beforeEach(() => {
    workers = [];
  });
  afterEach(() => killWorkers());

  async function startWorker(slot: number): Promise<void> {
    const mail = { SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'certificates@example.org' };
    workers[slot] = await programs.start('worker', { ...mail, ...budgets });
  }

  async function killWorkers(): Promise<void> {
    await Promise.all(workers.map(({ program }) => program.kill()));
  }

  /** Submits to both processes, a few at a time: this test is not about concurrency limits. */
  async function submitAll(): Promise<string[]> {
    const addresses = Array.from({ length: count }, (_, index) => `assessor-${index}@example.com`).toSorted();
    const left = [...addresses];
    const submitter = async (main: Service): Promise<void> => {
      for (let submitterEmail = left.pop(); submitterEmail !== undefined; submitterEmail = left.pop())
        expect((await submitTo(main, { submitterEmail })).status).toBe(201);
    };
    await Promise.all([...mains, ...mains, ...mains, ...mains].map(submitter));
    return addresses;
  }

  function received(): string[] {
    return inbox.messages().flatMap(({ to }) => to);
  }

  async function allSent(): Promise<boolean> {
    return (await programs.sql(`SELECT id FROM deliveries WHERE state <> 'sent' LIMIT 1`)).length === 0;
  }

  /** How many deliveries no worker has taken. Those of a killed worker wait until their leases expire. */
  async function unclaimed(): Promise<number> {
    const free = `SELECT id FROM deliveries WHERE state = 'queued' AND lease IS NULL`;
    return (await programs.sql(free)).length;
  }

  it('share one limit of resends § 4.1q', async () => {
    const [one, other] = mains;
    const { body } = await submitTo(one, { submitterEmail: 'assessor@example.com' });
    const statuses: number[] = [];
    for (const main of [one, other, one, other, one, other, one])
      statuses.push((await resend(main, body.id)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it('deliver every message once', async () => {
    await Promise.all([startWorker(0), startWorker(1)]);
    const addresses = await submitAll();
    await until(allSent);
    expect(received().toSorted()).toEqual(addresses);
  });

  it('lose none when one of them is killed every few messages', async () => {
    // Both workers are busy from their start on.
    const addresses = await submitAll();
    await Promise.all([startWorker(0), startWorker(1)]);
    for (let kill = 0; kill < kills; kill++) {
      const enough = received().length + sentBetweenKills;
      await until(async () => received().length >= enough || (await unclaimed()) === 0);
      await workers[kill % 2]?.program.kill();
      await startWorker(kill % 2);
    }
    // Makes the killed workers' deliveries due now instead of at the end of their leases.
    await killWorkers();
    await programs.sql(`UPDATE deliveries SET available_at = now() WHERE state = 'queued'`);
    await Promise.all([startWorker(0), startWorker(1)]);
    await until(allSent);

    const [row] = await programs.sql(
      'SELECT count(*)::int AS interrupted FROM deliveries WHERE attempts > 1',
    );
    expect(row?.interrupted).toBeGreaterThan(0);
    expect([...new Set(received())].toSorted()).toEqual(addresses);
    // A message is sent twice only when its worker died between acceptance and recording.
    expect(received().length - count).toBeLessThanOrEqual(concurrency * (kills + 2));
  });
});
