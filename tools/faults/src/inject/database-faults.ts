import { type Product } from '../system/product';
import { type Fault, type FaultMakers, type FaultScene } from './fault';

const everyMs = 400;

/** Ends every session of a program, a few times a second. */
function endSessions({ database }: Product): Fault {
  const terminate = `
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename LIKE '%\\_login'`;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  return {
    begin: () => {
      timer = setInterval(() => {
        running = database.sql(terminate);
      }, everyMs);
    },
    end: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** For longer than the programs wait for a lock or a statement. */
function lockResults({ database }: Product): Fault {
  const lock = `DO $$ BEGIN LOCK TABLE survey_results IN ACCESS EXCLUSIVE MODE; PERFORM pg_sleep(6); END $$`;
  let held: Promise<unknown> = Promise.resolve();
  return {
    begin: () => {
      held = database.sql(lock);
    },
    end: async () => {
      await held;
    },
  };
}

function crash(product: Product): Fault {
  return {
    begin: () => product.database.crash(),
    end: async () => {
      await product.database.restart();
      await product.ready();
    },
  };
}

function fillDisk(product: Product): Fault {
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
export function databaseFaults({ product }: FaultScene): FaultMakers<'F2' | 'F3' | 'F6' | 'F27'> {
  return {
    F2: () => endSessions(product),
    F3: () => crash(product),
    F6: () => lockResults(product),
    F27: () => fillDisk(product),
  };
}
