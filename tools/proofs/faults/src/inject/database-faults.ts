import { type Client, DatabaseError } from 'pg';
import { type ReplicatedProduct } from '../system/replicated-product';
import { type Fault, type FaultMakers, type FaultScene } from './fault';

const everyMs = 400;

/**
 * The session of a fault ends like any other one when a second fault crashes PostgreSQL or fills its disk (57P01 to 57P05,
 * class 53). @throws what PostgreSQL says about the statement itself.
 */
export function unlessEnded(error: unknown): void {
  if (error instanceof DatabaseError && !/^(57P|53)/.test(error.code ?? '')) throw error;
}

/** Ends every session of a program, a few times a second. */
function endSessions({ database }: ReplicatedProduct): Fault {
  const terminate = `
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename LIKE '%\\_login'`;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  return {
    begin: () => {
      timer = setInterval(() => {
        running = database.sql(terminate).catch(unlessEnded);
      }, everyMs);
    },
    end: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** For longer than the programs wait for a lock or a statement. */
function lockResults({ database }: ReplicatedProduct): Fault {
  const lock = `DO $$ BEGIN LOCK TABLE survey_results IN ACCESS EXCLUSIVE MODE; PERFORM pg_sleep(6); END $$`;
  let held: Promise<unknown> = Promise.resolve();
  return {
    begin: () => {
      held = database.sql(lock).catch(unlessEnded);
    },
    end: async () => {
      await held;
    },
  };
}

/**
 * A session that forgot to commit: it keeps its snapshot, and the locks of some due messages and of a result, while the
 * others work.
 */
function idleInTransaction({ database }: ReplicatedProduct): Fault {
  let session: Client | undefined;
  return {
    begin: async () => {
      const statements = [
        'BEGIN',
        `SELECT id FROM deliveries WHERE state = 'queued' ORDER BY created_at LIMIT 5 FOR UPDATE`,
        'SELECT id FROM survey_results ORDER BY created_at DESC LIMIT 1 FOR UPDATE',
        // An open cursor keeps its snapshot.
        'DECLARE results CURSOR FOR SELECT id FROM survey_results',
        'FETCH results',
      ];
      try {
        session = await database.session();
        for (const statement of statements) await session.query(statement);
      } catch (error) {
        unlessEnded(error);
      }
    },
    end: async () => {
      await session?.end().catch(unlessEnded);
    },
  };
}

function crash(product: ReplicatedProduct): Fault {
  return {
    begin: () => product.database.crash(),
    end: async () => {
      await product.database.restart();
      await product.ready();
    },
  };
}

function fillDisk(product: ReplicatedProduct): Fault {
  return {
    begin: () => {
      product.database.fillDisk();
    },
    end: async () => {
      product.database.freeDisk();
      // Without room for its log, PostgreSQL ends, and a supervisor starts it again.
      await product.database.ensureRunning();
      await product.ready();
    },
  };
}

/** Faults of PostgreSQL itself, apart from those of the connections to it. */
export function databaseFaults({ product }: FaultScene): FaultMakers<'F2' | 'F3' | 'F6' | 'F14' | 'F27'> {
  return {
    F2: () => endSessions(product),
    F3: () => crash(product),
    F6: () => lockResults(product),
    F14: () => idleInTransaction(product),
    F27: () => fillDisk(product),
  };
}
