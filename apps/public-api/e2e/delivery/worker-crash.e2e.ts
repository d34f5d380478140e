import { lockSession, unlockSession } from '@governance/postgres';
import { given, type Inbox, startInbox, type StoredMail, until } from '@governance/testing';
import { Client } from 'pg';
import { publicPrograms, type Service, submitTo } from '../support/public-programs';

const waiting = `FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database()`;

/**
 * Kills the worker between any two steps of a delivery. Each test holds the worker at a step from outside, with a database
 * lock or a mail server that does not answer, because the program under test is the shipped one.
 */
describe('kill -9 of the worker', () => {
  const submitterEmail = 'assessor@example.com';
  const programs = given(publicPrograms);
  let main: Service;
  let inbox: Inbox;
  let blocker: Client;
  let worker: Service;
  let onRecipient: () => Promise<void> | void;
  let onMessage: (mail: StoredMail) => Promise<void> | void;

  beforeAll(async () => {
    main = await programs.start('main');
    inbox = await startInbox({ onRecipient: () => onRecipient(), onMessage: (mail) => onMessage(mail) });
  });
  beforeEach(async () => {
    onRecipient = onMessage = () => undefined;
    blocker = new Client({ connectionString: programs.databaseUrl });
    await blocker.connect();
  });
  afterEach(async () => {
    await blocker.end();
    await worker.program.kill();
    await programs.sql('TRUNCATE deliveries, survey_results CASCADE');
    inbox.clear();
  });
  afterAll(async () => {
    await programs.close();
    await inbox.close();
  });

  async function startWorker(): Promise<void> {
    worker = await programs.start('worker', {
      SMTP_URL: inbox.smtpUrl,
      MAIL_FROM: 'certificates@example.org',
    });
  }

  async function submit(extras: object): Promise<void> {
    expect((await submitTo(main, extras)).status).toBe(201);
  }

  async function untilDelivery(condition: string): Promise<void> {
    await until(async () => (await programs.sql(`SELECT id FROM deliveries WHERE ${condition}`)).length > 0);
  }

  /** Waits until the database blocks a statement of the worker that matches. */
  async function untilWorkerWaits(statement = '%'): Promise<void> {
    const held = `${waiting} AND trim(query) LIKE $1`;
    await until(async () => (await programs.sql(`SELECT pid ${held}`, [statement])).length > 0);
  }

  /** The database would still execute the killed worker's statement when the lock is released. */
  async function endWaiting(): Promise<void> {
    await programs.sql(`SELECT pg_terminate_backend(pid) ${waiting}`);
  }

  /** Makes the killed worker's delivery due at once, instead of at the end of its lease. */
  async function endLease(): Promise<void> {
    await programs.sql('UPDATE deliveries SET available_at = now() WHERE state = $1', ['queued']);
  }

  async function recover(): Promise<void> {
    await endLease();
    await startWorker();
    await untilDelivery(`state = 'sent'`);
  }

  it('before the claim loses no message', async () => {
    await startWorker();
    await worker.program.kill();
    await submit({ submitterEmail });
    await recover();
    expect(inbox.messages()).toHaveLength(1);
  });

  it('between claim and admission loses no message and sends it once', async () => {
    await submit({ submitterEmail });
    await blocker.query(lockSession('certificate-admissions'));
    await startWorker();
    await untilDelivery('lease IS NOT NULL AND admitted_at IS NULL');
    await untilWorkerWaits();
    await worker.program.kill();
    await endWaiting();
    await blocker.query(unlockSession('certificate-admissions'));

    await recover();
    expect(inbox.messages()).toHaveLength(1);
  });

  it('between admission and message loses no message and sends it once', async () => {
    // The worker reads the result after the admission: a lock on its table holds the worker there.
    await submit({ submitterEmail });
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE survey_results IN ACCESS EXCLUSIVE MODE');
    await startWorker();
    await untilDelivery('admitted_at IS NOT NULL AND message IS NULL');
    await worker.program.kill();
    await blocker.query('ROLLBACK');

    await recover();
    expect(inbox.messages()).toHaveLength(1);
  });

  it('between composing and storing loses no message and sends it once', async () => {
    await submit({ submitterEmail });
    const reading = new Client({ connectionString: programs.databaseUrl });
    await reading.connect();
    await reading.query('BEGIN');
    await reading.query('LOCK TABLE survey_results IN ACCESS EXCLUSIVE MODE');
    await startWorker();
    await untilDelivery('admitted_at IS NOT NULL AND message IS NULL');
    await blocker.query('BEGIN');
    await blocker.query('SELECT id FROM deliveries FOR UPDATE');
    await reading.end();
    await untilWorkerWaits('UPDATE %deliveries%message%');
    await worker.program.kill();
    await endWaiting();
    await blocker.query('ROLLBACK');

    await recover();
    expect(inbox.messages()).toHaveLength(1);
  });

  it('between message and mail server sends the stored message, once', async () => {
    const { held, reached } = hold();
    onRecipient = held;
    await submit({ submitterEmail });
    await startWorker();
    await reached;
    const [kept] = await programs.sql('SELECT message FROM deliveries');
    await worker.program.kill();
    onRecipient = () => undefined;

    await recover();
    expect(inbox.messages()).toHaveLength(1);
    expect(await programs.sql('SELECT message FROM deliveries')).toEqual([kept]);
  });

  it('between acceptance and its recording sends the same bytes a second time, and no third time', async () => {
    onMessage = async () => {
      await blocker.query('BEGIN');
      await blocker.query('SELECT id FROM deliveries FOR UPDATE');
    };
    await submit({ submitterEmail });
    await startWorker();
    await inbox.waitForMail(submitterEmail);
    onMessage = () => undefined;
    await worker.program.kill();
    await endWaiting();
    await blocker.query('ROLLBACK');

    await recover();
    const [first, second, ...others] = inbox.messages();
    expect(others).toEqual([]);
    expect(sourceOf(second)).toBe(sourceOf(first));
  });

  it('after the recording sends no further message', async () => {
    await submit({ submitterEmail });
    await startWorker();
    await untilDelivery(`state = 'sent'`);
    await worker.program.kill();

    await submit({ submitterEmail: 'second@example.com' });
    await startWorker();
    await inbox.waitForMail('second@example.com');
    expect(inbox.messages().map(({ to }) => to)).toEqual([[submitterEmail], ['second@example.com']]);
  });
});

/** A hook that never answers, and a promise that resolves when it is called. */
function hold(): { held: () => Promise<void>; reached: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    held: () => {
      resolve(undefined);
      return new Promise(() => undefined);
    },
    reached: promise,
  };
}

function sourceOf(mail: StoredMail | undefined): string {
  if (!mail) throw new Error('the message is missing');
  return mail.raw.toString('latin1');
}
