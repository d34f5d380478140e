import { type ClaimedJob } from '@governance/deliveries';
import { PostgresJobQueue } from '@governance/postgres';
import { given, refused, RoleSession, until } from '@governance/testing';
import { laterBy, noon, openTestStores, resultOf } from '../spec/fixtures';
import { migrate } from './migrate';
import { PostgresResultStore } from './results/postgres-result.store';
import { PostgresResultDocuments } from './results/documents/postgres-result-documents';

const leaseMs = 20_000;
const hourly = 'public/hourly';

describe('jobs in PostgreSQL', () => {
  const stores = given(openTestStores);
  let queue: PostgresJobQueue;

  beforeAll(() => {
    queue = new PostgresJobQueue(stores.database, 'public');
  });
  beforeEach(() => stores.sql('TRUNCATE survey_results CASCADE; TRUNCATE jobs'));
  afterAll(async () => {
    await queue.close();
    await stores.close();
  });

  const claim = (ms = 0, name = hourly): Promise<ClaimedJob | undefined> =>
    queue.claim([{ queue: name, leaseMs }], laterBy(ms));

  async function claimed(ms = 0): Promise<ClaimedJob> {
    const job = await claim(ms);
    if (!job) throw new Error('nothing was due');
    return job;
  }

  async function requested(): Promise<string> {
    const { id: resultId } = resultOf();
    await new PostgresResultStore(stores.database, stores.keyring).create(
      { ...resultOf(), id: resultId },
      {},
    );
    const documents = new PostgresResultDocuments(stores.database, stores.keyring, 'certificate_documents');
    await documents.request({ resultId, now: noon, perHour: 10 });
    return resultId;
  }

  it('that repeat are one each, however many workers start', async () => {
    await Promise.all([0, 1, 2].map(() => queue.plan([hourly, 'public/other'], noon)));
    expect(await stores.sql('SELECT queue FROM jobs ORDER BY 1')).toEqual([
      { queue: hourly },
      { queue: 'public/other' },
    ]);
  });

  it('run once a turn in all workers, and again when the turn is over', async () => {
    await queue.plan([hourly], noon);
    const turns = await Promise.all([0, 1, 2].map(() => claim()));
    const [job, ...others] = turns.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    if (!job) throw new Error('nothing was due');
    await queue.putBack(job, { dueAt: laterBy(3_600_000) });
    expect(await claim(3_599_999)).toBeUndefined();
    expect(await claimed(3_600_000)).toMatchObject({ attempts: 1 });
  });

  it('are taken over after the lease, and the former worker changes nothing', async () => {
    await queue.plan([hourly], noon);
    const first = await claimed();
    expect(await claim(leaseMs - 1)).toBeUndefined();
    const second = await claimed(leaseMs);
    expect([first.attempts, second.attempts]).toEqual([1, 2]);
    await queue.finish(first);
    await queue.putBack(first, { dueAt: noon, failure: 'late' });
    expect(await stores.sql('SELECT lease, failure FROM jobs')).toEqual([
      { lease: second.lease, failure: null },
    ]);
    await queue.finish(second);
    expect(await stores.sql('SELECT queue FROM jobs')).toEqual([]);
  });

  it('wait after a failure with their attempts, and are measured', async () => {
    await queue.plan([hourly], noon);
    expect(await queue.measure([hourly, 'public/none'], laterBy(5))).toEqual(
      expect.arrayContaining([
        { queue: hourly, due: 1, dueSince: noon, failing: 0 },
        { queue: 'public/none', due: 0, dueSince: undefined, failing: 0 },
      ]),
    );
    await queue.putBack(await claimed(), { dueAt: laterBy(5_000), failure: 'TypeError' });
    expect(await queue.measure([hourly], noon)).toEqual([
      { queue: hourly, due: 0, dueSince: undefined, failing: 1 },
    ]);
    expect(await claim(4_999)).toBeUndefined();
    expect(await claimed(5_000)).toMatchObject({ attempts: 2 });
  });

  it('are added with their row or not at all, and a hint wakes a worker', async () => {
    const stop = new AbortController();
    const woken = queue.wait({ timeoutMs: 600_000, isHinted: true, signal: stop.signal });
    const resultId = await requested();
    await stores.database
      .inTransaction(async (query) => {
        await query('UPDATE certificate_documents SET state = $1', ['parked']);
        await query('DELETE FROM jobs');
        await query('UPDATE certificate_documents SET state = $1', ['queued']);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(await stores.sql('SELECT queue, key, due_at FROM jobs')).toEqual([
      { queue: 'public/certificate-documents', key: resultId, due_at: noon },
    ]);
    // A hint that came before the connection listened is lost, so the row is changed until one arrives.
    let isWoken = false;
    void woken.then(() => (isWoken = true));
    await until(async () => {
      await stores.sql(`
        UPDATE certificate_documents SET state = 'parked'; UPDATE certificate_documents SET state = 'queued'`);
      return isWoken;
    });
  });

  it('of a program are invisible to the others, and to the surfaces', async () => {
    const { url } = stores.testDatabase;
    await queue.plan([hourly, 'platform/hourly'], noon);
    const seen: Record<string, unknown> = {};
    for (const role of ['public_worker', 'platform_worker', 'public_api', 'platform_api', 'commands']) {
      const session = await RoleSession.open(url, `governance_${role}`);
      seen[role] = await session.try('SELECT queue FROM jobs');
      if (role === 'public_worker')
        expect(await session.try(`INSERT INTO jobs (queue, due_at) VALUES ('platform/x', now())`)).toBe(
          refused,
        );
      await session.close();
    }
    expect(seen).toEqual({
      public_worker: [{ queue: hourly }],
      platform_worker: [{ queue: 'platform/hourly' }],
      public_api: refused,
      platform_api: refused,
      commands: refused,
    });
  });

  it('are made by the migration for what a release before it has queued', async () => {
    const resultId = await requested();
    await stores.sql(`
      DROP TABLE jobs; DROP FUNCTION add_job CASCADE; DELETE FROM migrations WHERE name LIKE 'Jobs%'`);
    await migrate(stores.testDatabase.url);
    expect(await stores.sql('SELECT queue, key, due_at FROM jobs')).toEqual([
      { queue: 'public/certificate-documents', key: resultId, due_at: noon },
    ]);
  });
});
