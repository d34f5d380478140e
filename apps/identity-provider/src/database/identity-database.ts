import { StoreUnavailable } from '@governance/kernel';
import { Readiness } from '@governance/runtime';
import { checkRole, type RunStatement } from '@governance/postgres';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type PoolClient, type QueryResultRow } from 'pg';
import { isOutage } from './outage';

/** A statement that PostgreSQL parses once for each connection: `name` is unique to `text`. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** Runs one statement and answers its rows: on any connection, or on that of a transaction. */
export type Query = <Row extends QueryResultRow>(
  statement: string | PreparedStatement,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** Nobody waits for the database longer than this; then the answer is 503. */
const connectTimeoutMs = 2_000;
const statementTimeoutMs = 5_000;

/** The connections of one process. Every method rejects with `StoreUnavailable` when the database is out of reach. */
export class IdentityDatabase extends Readiness implements OnApplicationShutdown {
  private constructor(private readonly pool: Pool) {
    super();
  }

  /**
   * Rejects when there is no such database: a program that can do nothing does not start. With `requireRole` it rejects a
   * login that is more than the provider's role, too; when that is false the log warns of one, and when absent nobody asks.
   */
  static async open(
    url: string,
    { requireRole }: { readonly requireRole?: boolean } = {},
  ): Promise<IdentityDatabase> {
    const pool = new Pool({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      query_timeout: 6_000,
      lock_timeout: connectTimeoutMs,
      idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
      keepAlive: true,
    });
    const log = new Logger('IdentityDatabase');
    // Without a listener one lost connection would end the process.
    pool.on('error', ({ message }) => {
      log.warn(`connection lost: ${message}`);
    });
    const warn = (message: string): void => {
      log.warn(message);
    };
    try {
      // Why it cannot be had is for the operator's eyes, in the words of the server.
      await translateOutage(async () => {
        await pool.query('SELECT 1');
        if (requireRole === undefined) return;
        const ask: RunStatement = (statement, values = []) =>
          pool.query(typeof statement === 'string' ? statement : statement.text, [...values]);
        await checkRole(ask, { expected: 'governance_identity', required: requireRole, warn });
      });
      return new IdentityDatabase(pool);
    } catch (error) {
      await pool.end();
      throw error;
    }
  }

  readonly query: Query = (statement, values) =>
    this.withConnection((client) => queryOn(client)(statement, values));

  /** Commits what `work` did when it resolves, and undoes it when it rejects. */
  inTransaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    return this.withConnection(async (client) => {
      await client.query('BEGIN');
      try {
        const result = await work(queryOn(client));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      }
    });
  }

  async check(): Promise<void> {
    await this.query('SELECT 1');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  private async withConnection<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.connect();
    // A lost connection fails the statement under way; without a listener it would end the process too.
    const ignore = (): void => undefined;
    client.on('error', ignore);
    let inDoubt = false;
    try {
      return await translateOutage(() => work(client));
    } catch (error) {
      inDoubt = error instanceof StoreUnavailable;
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(inDoubt);
    }
  }

  /** Whatever keeps a running program from its database, it is not the request's fault. */
  private async connect(): Promise<PoolClient> {
    try {
      return await this.pool.connect();
    } catch (cause) {
      throw new StoreUnavailable({ cause });
    }
  }
}

function queryOn(client: PoolClient): Query {
  return async <Row extends QueryResultRow>(
    statement: string | PreparedStatement,
    values: readonly unknown[] = [],
  ) => {
    const prepared = typeof statement === 'string' ? { text: statement } : statement;
    return (await client.query<Row>({ ...prepared, values: [...values] })).rows;
  };
}

async function translateOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isOutage(error) ? new StoreUnavailable({ cause: error }) : error;
  }
}
