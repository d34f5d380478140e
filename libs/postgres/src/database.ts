import { StoreUnavailable } from '@governance/kernel';
import { inSpan } from '@governance/tracing';
import {
  type ClientBase,
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryResult,
  type QueryResultRow,
} from 'pg';
import { AsyncLocalStorage } from 'node:async_hooks';
import { isOutage, readOnlyCode } from './outage';
import { repeatedOnConflict } from './repeated-on-conflict';

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize?: number;
  /** How long to wait for a silent server, in milliseconds. */
  readonly queryTimeoutMs?: number;
  /** Called when an idle connection is lost. The pool replaces it; the process continues. */
  readonly onConnectionLost?: (error: Error) => void;
}

/** A statement that PostgreSQL parses once for each connection: `name` is unique to `text`. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  /** How long to wait for its answer, in milliseconds, if longer than for others. */
  readonly query_timeout?: number;
}

/** Runs one statement, on any connection or on that of a transaction. Plain text is parsed each time. */
export type RunStatement = <Row extends QueryResultRow>(
  statement: PreparedStatement | string,
  values?: readonly unknown[],
) => Promise<QueryResult<Row>>;

/** After this time callers get a 503. */
const connectTimeoutMs = 2_000;
const statementTimeoutMs = 5_000;
/** Slightly more than the statement timeout, so that a responsive server reports its own timeout first. */
const longestQueryMs = 6_000;

/** The connections of one process. Every method rejects with `StoreUnavailable` when the database is unreachable or does not respond in time. */
export class Database {
  private readonly transactions = new AsyncLocalStorage<true>();

  private constructor(private readonly pool: Pool) {}

  /** Rejects when the database does not respond: the program then does not start. */
  static async open(options: DatabaseOptions): Promise<Database> {
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool waits for it; its types do not say so
    const database = new Database(poolOf(options, { onConnect: refuseStandby }));
    try {
      await database.ping();
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** A server that may be read-only, and that need not respond. It is not used for writes. */
  static forReplica(options: DatabaseOptions & { readonly queryTimeoutMs: number }): Database {
    return new Database(poolOf(options, { connectionTimeoutMillis: options.queryTimeoutMs }));
  }

  readonly query: RunStatement = (statement, values) =>
    inStatementSpan(statement, () =>
      repeatedOnConflict(() => translateOutage(() => this.connections().query(configOf(statement, values)))),
    );

  /**
   * Commits when `work` resolves, and rolls back when it rejects. After a conflict with another transaction `work` runs again,
   * so it has no effect outside the transaction.
   */
  inTransaction<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return repeatedOnConflict(() => this.transaction(work));
  }

  private async transaction<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    const client = await this.connect();
    // A lost connection fails the current statement; without a listener it would also end the process.
    const ignore = (): void => undefined;
    client.on('error', ignore);
    let reusable = false;
    try {
      return await translateOutage(async () => {
        const query: RunStatement = (statement, values) =>
          inStatementSpan(statement, () => client.query(configOf(statement, values)));
        await query('BEGIN');
        const result = await this.transactions.run(true, () => work(query));
        await query('COMMIT');
        reusable = true;
        return result;
      });
    } catch (error) {
      reusable = !mustBeLeft(error) && (await rolledBack(client));
      throw error;
    } finally {
      client.off('error', ignore);
      // PostgreSQL rolls back the transaction of a closed connection.
      client.release(!reusable);
    }
  }

  /** A separate connection, which the caller releases. */
  async connect(): Promise<PoolClient> {
    return translateOutage(() => this.connections().connect());
  }

  /**
   * As many transactions as the pool has connections would wait for each other if each asked for a second one, until they time
   * out. One that does so fails at once, so that any test of it fails.
   */
  private connections(): Pool {
    if (this.transactions.getStore()) throw new Error('a transaction asked for a second connection');
    return this.pool;
  }

  async ping(): Promise<void> {
    await this.query('SELECT 1');
  }

  /** Can be called twice. */
  async close(): Promise<void> {
    if (!this.pool.ended) await this.pool.end();
  }
}

function poolOf(
  { url, poolSize = 10, queryTimeoutMs = longestQueryMs, onConnectionLost }: DatabaseOptions,
  others: PoolConfig,
): Pool {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: connectTimeoutMs,
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    keepAlive: true,
    ...others,
  });
  // Without a listener a lost connection would end the process.
  pool.on('error', (error) => onConnectionLost?.(error));
  return pool;
}

function configOf(
  statement: PreparedStatement | string,
  values: readonly unknown[] = [],
): Partial<PreparedStatement> & { readonly text: string; readonly values: unknown[] } {
  const prepared = typeof statement === 'string' ? { text: statement } : statement;
  return { ...prepared, values: [...values] };
}

function inStatementSpan<Result>(
  statement: PreparedStatement | string,
  run: () => Promise<Result>,
): Promise<Result> {
  return inSpan(() => {
    const { name, text } = configOf(statement);
    const operation = /\w+/.exec(text)?.[0].toUpperCase() ?? '';
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation } as const;
    return { name: name ?? operation, kind: 'CLIENT', attributes };
  }, run);
}

/** A silent server would not respond to a ROLLBACK either, and one that is read-only may stay so: another connection can reach its successor. */
function mustBeLeft(error: unknown): boolean {
  if (!(error instanceof StoreUnavailable)) return false;
  return !(error.cause instanceof DatabaseError) || error.cause.code === readOnlyCode;
}

/** During a failover an address can lead to a standby that has not been promoted. Its connections would be kept, and every write on them fail. */
async function refuseStandby(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off')
    throw new StoreUnavailable({ cause: new Error('the database is read-only') });
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
