import { type Inbox, startInbox } from '@governance/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { type PublicPrograms, publicPrograms, type Service, submitTo } from '../support/public-programs';

const count = 200;

/** All of them come from one address and go to one domain. */
const budgets = { EMAIL_BUDGET_CLIENT_HOUR: '1000', EMAIL_BUDGET_DOMAIN_HOUR: '1000' };

describe('two public processes and two workers on one database', () => {
  let programs: PublicPrograms;
  let mains: Service[];
  let inbox: Inbox;
  let workers: Service[];

  beforeEach(async () => {
    programs = await publicPrograms();
    mains = await Promise.all([programs.start('main'), programs.start('main')]);
    inbox = await startInbox();
    workers = [];
  });
  afterEach(async () => {
    await programs.close();
    await inbox.close();
  });

  async function startWorker(slot: number): Promise<void> {
    const mail = { SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'certificates@example.org' };
    workers[slot] = await programs.start('worker', { ...mail, ...budgets });
  }

  async function submitAll(): Promise<string[]> {
    const addresses = Array.from({ length: count }, (_, index) => `assessor-${index}@example.com`);
    const submitted = await Promise.all(
      mains.flatMap((main, slot) =>
        addresses
          .filter((_, index) => index % 2 === slot)
          .map((submitterEmail) => submitTo(main, { submitterEmail })),
      ),
    );
    expect(submitted.map(({ status }) => status)).toEqual(addresses.map(() => 201));
    return addresses.toSorted();
  }

  function received(): string[] {
    return inbox.messages().flatMap(({ to }) => to);
  }

  async function allSent(): Promise<boolean> {
    return (await programs.sql(`SELECT id FROM deliveries WHERE state <> 'sent' LIMIT 1`)).length === 0;
  }

  it('deliver two hundred messages, each once', async () => {
    await Promise.all([startWorker(0), startWorker(1)]);
    const addresses = await submitAll();
    while (!(await allSent())) await delay(100);
    expect(received().toSorted()).toEqual(addresses);
  }, 120_000);

  it('lose none when one of them is killed every second', async () => {
    await Promise.all([startWorker(0), startWorker(1)]);
    const addresses = await submitAll();
    const kills = 8;
    for (let kill = 0; kill < kills; kill++) {
      await delay(1_000);
      await workers[kill % 2]?.program.kill();
      await startWorker(kill % 2);
    }
    while (!(await allSent())) await delay(100);

    expect([...new Set(received())].toSorted()).toEqual(addresses);
    // A message goes out twice only when its worker died between acceptance and recording.
    expect(received().length - count).toBeLessThanOrEqual(kills * 2);
  }, 180_000);
});
