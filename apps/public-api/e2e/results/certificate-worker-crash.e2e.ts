import { given, until } from '@governance/testing';
import { Client } from 'pg';
import { documentOf } from '../support/documents';
import { pathOf } from '../support/held-results';
import { publicPrograms, type Service, submitTo } from '../support/public-programs';

const jobs = `SELECT key FROM jobs WHERE queue = 'public/certificate-documents'`;
const waiting = `FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database() AND usename <> current_user`;

/** Kills the worker between any two steps of a document, held there from outside by a database lock. */
describe('kill -9 of the worker', () => {
  const programs = given(publicPrograms);
  let main: Service;
  let worker: Service;
  let blocker: Client;
  let submitted: Record<string, unknown>;

  beforeAll(async () => {
    main = await programs.start('main');
  });
  beforeEach(async () => {
    blocker = new Client({ connectionString: programs.databaseUrl });
    await blocker.connect();
    submitted = (await submitTo(main)).body;
  });
  afterEach(async () => {
    await blocker.end();
    await worker.program.kill();
    await programs.sql('TRUNCATE survey_results CASCADE');
  });
  afterAll(() => programs.close());

  async function startWorker(): Promise<void> {
    worker = await programs.start('worker', {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'certificates@example.org',
    });
  }

  async function request(): Promise<void> {
    const { status } = await fetch(`${main.origin}${pathOf(submitted)}/certificate`);
    expect(status).toBe(202);
  }

  /** The claimed document has to wait for the number of its credential. */
  async function holdAfterClaim(holder: Client): Promise<void> {
    await holder.query('BEGIN');
    await holder.query('ALTER SEQUENCE certificate_numbers OWNED BY NONE');
  }

  async function untilFound(statement: string): Promise<void> {
    await until(async () => (await programs.sql(statement)).length > 0);
  }

  const untilClaimed = (): Promise<void> => untilFound(`${jobs} AND lease IS NOT NULL`);

  const untilStatementWaits = (pattern: string): Promise<void> =>
    untilFound(`SELECT pid ${waiting} AND query LIKE '${pattern}'`);

  /** The database would still execute the killed worker's statements when the lock is released. */
  async function kill(): Promise<void> {
    await worker.program.kill();
    await programs.sql(`SELECT pg_terminate_backend(pid) ${waiting}`);
  }

  /** Another worker takes over, at once instead of at the end of the lease. */
  async function recover(): Promise<void> {
    await programs.sql(`UPDATE jobs SET due_at = now() WHERE queue = 'public/certificate-documents'`);
    await startWorker();
    const { pdf } = await documentOf(main, submitted);
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(await programs.sql('SELECT state FROM certificate_documents')).toEqual([{ state: 'stored' }]);
    await until(async () => (await programs.sql(jobs)).length === 0);
  }

  it('before the claim loses no document', async () => {
    await startWorker();
    await kill();
    await request();
    await recover();
  });

  it('between claim and credential loses no document', async () => {
    await request();
    await holdAfterClaim(blocker);
    await startWorker();
    await untilClaimed();
    await kill();
    await blocker.query('ROLLBACK');
    await recover();
  });

  it('between print and storing stores one document', async () => {
    await request();
    const sequence = new Client({ connectionString: programs.databaseUrl });
    await sequence.connect();
    await holdAfterClaim(sequence);
    await startWorker();
    await untilClaimed();
    await blocker.query('BEGIN');
    await blocker.query('SELECT result_id FROM certificate_documents FOR UPDATE');
    await sequence.end();
    await untilStatementWaits('%UPDATE certificate_documents SET state%');
    await kill();
    await blocker.query('ROLLBACK');
    await recover();
  });

  it('after storing keeps the document as it is', async () => {
    await request();
    await startWorker();
    const { pdf } = await documentOf(main, submitted);
    await kill();
    await recover();
    expect((await documentOf(main, submitted)).pdf).toEqual(pdf);
  });
});
