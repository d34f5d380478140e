import { DomainProver } from '@governance/assessments';
import { type ClaimedJob, Job, type JobOutcome, JobRunner } from '@governance/deliveries';
import { Database, PostgresJobQueue } from '@governance/postgres';
import { opened, until } from '@governance/testing';
import { laterBy, noon, openTestStores, resultOf } from '../spec/fixtures';
import { setTimeout as delay } from 'node:timers/promises';
import { faults, type Stop, StoppedDatabase } from '../spec/stopped-database';
import { PostgresCertificationStore } from './results/certification/postgres-certification.store';
import { PostgresDomainProofQueue } from './results/domains/postgres-domain-proof-queue';
import { PostgresDomainProofs } from './results/domains/postgres-domain-proofs';
import { PostgresResultDocuments } from './results/documents/postgres-result-documents';
import { PostgresResultStore } from './results/postgres-result.store';

const hourMs = 60 * 60_000;
/** After every lease and retry. */
const muchLater = laterBy(10 * 60_000);
const name = 'msp.example';
const moments = ['before', 'after'] as const;

class AnyJob extends Job {
  constructor(
    readonly queue: string,
    readonly run: (job: ClaimedJob) => Promise<void>,
    override readonly everyMs: number | undefined,
  ) {
    super();
  }
}

describe('a worker that is stopped at any statement of a job', () => {
  const stores = opened(openTestStores);
  const workersOwn = opened(() => {
    const url = new URL(stores.testDatabase.url);
    url.searchParams.set('application_name', 'stopped worker');
    return Database.open({ url: url.href });
  });
  const certifications = (): PostgresCertificationStore => new PostgresCertificationStore(stores.database);

  beforeAll(() =>
    stores.sql(`
      CREATE TABLE effects (queue text);
      CREATE FUNCTION note_effect() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO effects VALUES (TG_ARGV[0]); RETURN NULL; END $$;
      CREATE TRIGGER note_effect AFTER UPDATE OF document ON certificate_documents
        FOR EACH ROW EXECUTE FUNCTION note_effect('public/certificate-documents');
      CREATE TRIGGER note_effect AFTER UPDATE OF credential ON certificate_domains
        FOR EACH ROW EXECUTE FUNCTION note_effect('public/certificate-domains')`),
  );
  beforeEach(() => stores.sql('TRUNCATE jobs, effects'));

  async function certified(): Promise<string> {
    const result = resultOf();
    await new PostgresResultStore(stores.database, stores.keyring).create(result, {});
    const [status] = await certifications().takeStatusEntries(1);
    if (!status) throw new Error('there is no place');
    const certification = { credential: 'without a domain', keyId: 'key', status };
    await certifications().keep([{ resultId: result.id, certification }]);
    return result.id;
  }

  function documentJob(database: Database): Job {
    const documents = new PostgresResultDocuments(database, stores.keyring, 'certificate_documents');
    return new AnyJob(
      'public/certificate-documents',
      async (job) => {
        if ((await documents.find(job.key))?.kind === 'queued')
          await documents.keep(job, Buffer.from('%PDF'));
      },
      undefined,
    );
  }

  function domainJob(database: Database, now: Date): Job {
    const { keyring } = stores;
    const prover = new DomainProver({
      queue: new PostgresDomainProofQueue(database, keyring),
      results: new PostgresResultStore(database, keyring),
      certifications: new PostgresCertificationStore(database),
      signer: { sign: () => Promise.resolve({ credential: 'with the domain', keyId: 'key' }) },
      resolver: { resolve: () => Promise.resolve(challenges) },
      now: () => now,
    });
    return new AnyJob(
      'public/certificate-domains',
      async (job) => {
        await prover.check(job);
      },
      undefined,
    );
  }
  const challenges: string[] = [];

  /** Can be repeated, as each repeated job. */
  function hourlyJob(database: Database): Job {
    const once = `INSERT INTO effects SELECT 'public/hourly' WHERE NOT EXISTS (SELECT FROM effects)`;
    return new AnyJob(
      'public/hourly',
      async () => {
        await database.query(once);
      },
      hourMs,
    );
  }

  /** `left`: the jobs that are due later. */
  const kinds = {
    'public/certificate-documents': {
      left: 0,
      make: documentJob,
      add: async (): Promise<void> => {
        const documents = new PostgresResultDocuments(
          stores.database,
          stores.keyring,
          'certificate_documents',
        );
        await documents.request({ resultId: await certified(), now: noon, perHour: 10_000 });
      },
    },
    'public/certificate-domains': {
      left: 1,
      make: domainJob,
      add: async (): Promise<void> => {
        const [id, proofs] = [await certified(), new PostgresDomainProofs(stores.database, stores.keyring)];
        const asked = await proofs.ask(id, name, noon);
        if (typeof asked === 'string') throw new Error(asked);
        challenges.push(asked.challenge);
        await proofs.requestCheck(id, noon);
      },
    },
    'public/hourly': { left: 1, make: hourlyJob, add: () => Promise.resolve() },
  };
  type Kind = keyof typeof kinds;

  interface RunningWorker {
    readonly done: Promise<unknown>;
    /** Resolves when its jobs are over. */
    end(how?: { readonly isDead: boolean }): Promise<void>;
  }

  function start(kind: Kind, database: Database, now: Date): RunningWorker {
    const [ending, done] = [new AbortController(), Promise.withResolvers<undefined>()];
    const queue = new PostgresJobQueue(database, 'public');
    const report = (outcome: JobOutcome): void => {
      if (outcome === 'done') done.resolve(undefined);
    };
    const jobs = [kinds[kind].make(database, now)];
    const trace = (_: ClaimedJob, attempt: () => Promise<void>): Promise<void> => attempt();
    const runner = new JobRunner({ queue, jobs, report, trace, now: () => now, random: () => 0.5 });
    const run = async (): Promise<void> => {
      // As the worker does when its queue has failed.
      while (!ending.signal.aborted) await runner.run(ending.signal).catch(() => delay(10));
    };
    const running = run();
    return {
      done: done.promise,
      end: async ({ isDead } = { isDead: false }) => {
        ending.abort();
        if (!isDead) await running;
        await queue.close();
      },
    };
  }

  const cut = (): Promise<unknown> =>
    stores.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'stopped worker'`,
    );

  /** Of a worker that nothing stops. */
  async function statementsOf(kind: Kind): Promise<number> {
    await kinds[kind].add();
    const counted = new StoppedDatabase(workersOwn, undefined, cut);
    const worker = start(kind, counted.asDatabase, noon);
    await worker.done;
    const { statements } = counted;
    await worker.end();
    return statements;
  }

  async function over(kind: Kind): Promise<void> {
    const isOver = `SELECT WHERE $2 = (SELECT count(*) FROM jobs)
      AND NOT EXISTS (SELECT FROM jobs WHERE lease IS NOT NULL OR due_at <= $1)`;
    await until(async () => (await stores.sql(isOver, [muchLater, kinds[kind].left])).length === 1);
  }

  /** Another worker takes over while the first one is stopped. Resolves to what was done, and to the jobs that are left. */
  async function disturbed(kind: Kind, stop: Stop): Promise<unknown> {
    await stores.sql('TRUNCATE jobs, effects');
    await kinds[kind].add();
    const stopped = new StoppedDatabase(workersOwn, stop, cut);
    const first = start(kind, stopped.asDatabase, noon);
    await stopped.reached;
    if (stop.fault === 'cut off') await first.end();
    // The first statements plan, claim, and read what the job is about.
    const reading = { statement: 3, moment: 'after', fault: 'suspended' } as const;
    const held = new StoppedDatabase(stores.database, reading, cut);
    const second = start(kind, held.asDatabase, muchLater);
    const isOver = over(kind);
    await Promise.race([held.reached, isOver]);
    if (stop.fault === 'suspended until another works') {
      stopped.resume();
      await first.end();
    }
    held.resume();
    await isOver;
    await second.end();
    stopped.resume();
    await first.end({ isDead: stop.fault === 'killed' });
    return {
      effects: await stores.sql('SELECT queue FROM effects'),
      jobs: await stores.sql('SELECT queue, lease FROM jobs'),
    };
  }

  describe.each(Object.keys(kinds) as Kind[])('in %s', (kind) => {
    it.each(faults)('and %s loses nothing and does nothing twice', async (fault) => {
      const count = await statementsOf(kind);
      expect(count).toBeGreaterThan(3);
      const jobs = Array(kinds[kind].left).fill({ queue: kind, lease: null });
      for (let statement = 1; statement <= count; statement += 1)
        for (const moment of moments) {
          const stop = { statement, moment, fault };
          expect([stop, await disturbed(kind, stop)]).toEqual([stop, { effects: [{ queue: kind }], jobs }]);
        }
    });
  });
});
