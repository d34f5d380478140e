import { StoreUnavailable } from '@governance/assessments';
import { Readiness } from '@governance/http';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import { isOutage } from './outage';

/** Runs one statement and answers its rows: on any connection, or on that of a transaction. */
export type Query = <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Nobody waits for the database longer than this; then the answer is 503. */
const connectTimeoutMs = 2_000;
const statementTimeoutMs = 5_000;

/** The connections of one process. Every method rejects with `StoreUnavailable` when the database is out of reach. */
export class IdentityDatabase extends Readiness implements OnApplicationShutdown {
  private constructor(private readonly pool: Pool) {
    super();
  }

  /** Rejects when there is no such database: a program that can do nothing does not start. */
  static async open(url: string): Promise<IdentityDatabase> {
    const pool = new Pool({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      // The server's own timeout needs a server that answers; this one ends the wait for a silent one.
      query_timeout: statementTimeoutMs + 1_000,
      lock_timeout: connectTimeoutMs,
      idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
      keepAlive: true,
    });
    const log = new Logger('IdentityDatabase');
    // Without a listener one lost connection would end the process.
    pool.on('error', ({ message }) => {
      log.warn(`connection lost: ${message}`);
    });
    const database = new IdentityDatabase(pool);
    await database.check();
    return database;
  }

  readonly query: Query = async (text, values = []) =>
    translateOutage(async () => (await this.pool.query({ text, values: [...values] })).rows);

  /** Commits what `work` did when it resolves, and undoes it when it rejects. */
  async inTransaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    return translateOutage(async () => {
      const client = await this.pool.connect();
      let broken = true;
      try {
        await client.query('BEGIN');
        const result = await work(queryOn(client));
        await client.query('COMMIT');
        broken = false;
        return result;
      } catch (error) {
        broken = await client.query('ROLLBACK').then(
          () => false,
          () => true,
        );
        throw error;
      } finally {
        // A connection that could not be brought back to rest is not used again.
        client.release(broken);
      }
    });
  }

  async check(): Promise<void> {
    await this.query('SELECT 1');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

function queryOn(client: PoolClient): Query {
  return async (text, values = []) => (await client.query({ text, values: [...values] })).rows;
}

async function translateOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isOutage(error) ? new StoreUnavailable({ cause: error }) : error;
  }
}
