import { StoreUnavailable } from '@governance/kernel';
import { DatabaseError, Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { isOutage } from './outage';

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize?: number;
  /** For how long an answer is waited for when the server has gone silent, in milliseconds. */
  readonly queryTimeoutMs?: number;
  /** Called when an idle connection is lost. The pool replaces it; the process goes on. */
  readonly onConnectionLost?: (error: Error) => void;
}

/** A statement that PostgreSQL parses once for each connection: `name` is unique to `text`. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** Runs one statement: on any connection, or on that of a transaction. A plain text is parsed each time. */
export type RunStatement = <Row extends QueryResultRow>(
  statement: PreparedStatement | string,
  values?: readonly unknown[],
) => Promise<QueryResult<Row>>;

/** Callers wait for the database no longer than this; then the answer is 503. */
const connectTimeoutMs = 2_000;
const statementTimeoutMs = 5_000;
/** A little more than a statement may take, so that a server that answers reports its own timeout first. */
const longestQueryMs = 6_000;

/** The connections of one process. Every method rejects with `StoreUnavailable` when the database cannot be reached or does not answer in time. */
export class Database {
  private constructor(private readonly pool: Pool) {}

  /** Rejects when the database does not answer: a program that can do nothing does not start. */
  static async open({
    url,
    poolSize = 10,
    queryTimeoutMs = longestQueryMs,
    onConnectionLost,
  }: DatabaseOptions): Promise<Database> {
    const pool = new Pool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
      statement_timeout: statementTimeoutMs,
      lock_timeout: connectTimeoutMs,
      idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
      keepAlive: true,
    });
    // Without a listener one lost connection would end the process.
    pool.on('error', (error) => onConnectionLost?.(error));
    const database = new Database(pool);
    try {
      await database.ping();
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  readonly query: RunStatement = (statement, values) =>
    translateOutage(() => this.pool.query(configOf(statement, values)));

  /** Commits what `work` did when it resolves, and undoes it when it rejects. */
  async inTransaction<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    const client = await this.connect();
    // A lost connection fails the statement under way; without a listener it would end the process too.
    const ignore = (): void => undefined;
    client.on('error', ignore);
    let reusable = false;
    try {
      return await translateOutage(async () => {
        await client.query('BEGIN');
        const result = await work((statement, values) => client.query(configOf(statement, values)));
        await client.query('COMMIT');
        reusable = true;
        return result;
      });
    } catch (error) {
      reusable = !isSilent(error) && (await rolledBack(client));
      throw error;
    } finally {
      client.off('error', ignore);
      // PostgreSQL undoes what a connection that is closed has begun.
      client.release(!reusable);
    }
  }

  /** A connection of one's own, to be released by the caller. */
  async connect(): Promise<PoolClient> {
    return translateOutage(() => this.pool.connect());
  }

  async ping(): Promise<void> {
    await this.query('SELECT 1');
  }

  /** Closing twice is no mistake. */
  async close(): Promise<void> {
    if (!this.pool.ended) await this.pool.end();
  }
}

function configOf(
  statement: PreparedStatement | string,
  values: readonly unknown[] = [],
): { readonly text: string; readonly name?: string; readonly values: unknown[] } {
  const prepared = typeof statement === 'string' ? { text: statement } : statement;
  return { ...prepared, values: [...values] };
}

/** The server has not answered: it would not answer a ROLLBACK either. */
function isSilent(error: unknown): boolean {
  return error instanceof StoreUnavailable && !(error.cause instanceof DatabaseError);
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

async function translateOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isOutage(error) ? new StoreUnavailable({ cause: error }) : error;
  }
}
